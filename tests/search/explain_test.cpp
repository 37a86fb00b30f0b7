// Compares the theory's statements about positions of large boards with those about the same
// positions of small boards.
#include "search/explain.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "pipopipette/notation.hpp"
#include "tests/support/embedded.hpp"

namespace pipo::graph_explain_test {

using theory::Action;
using theory::Advice;
using theory::Explanation;

IndexSet winning_moves(const Explanation& explanation) {
  IndexSet result;
  for (const Advice& advice : explanation.advice) {
    if (advice.action == Action::nimstring) result |= advice.edges;
  }
  return result;
}

TEST(GraphExplain, LargeBoardsAgreeWithSmallOnes) {
  std::mt19937_64 random(81);
  const Board board(4, 4), large(7, 7);
  int joints = 0, wins = 0;
  for (int i = 0; i < 150; ++i) {
    const EdgeSet drawn = random() | (random() & random());
    const Position small = test::with_right_and_bottom({board, drawn & board.all()});
    const Explanation expected = graph::explain(small);
    const Explanation found = graph::explain(test::embedded(small, large));
    const std::string text = to_string(small);
    if (!expected.nim_value) continue;
    ASSERT_TRUE(found.nim_value) << text;
    EXPECT_EQ(found.nim_value->loony, expected.nim_value->loony) << text;
    EXPECT_EQ(found.nim_value->number, expected.nim_value->number) << text;
    EXPECT_EQ(found.role, expected.role) << text;
    ASSERT_EQ(found.margin.has_value(), expected.margin.has_value()) << text;
    if (found.margin) {
      EXPECT_EQ(found.margin->value, expected.margin->value) << text;
    }
    joints += found.margin && !found.numbers;
    IndexSet moves;
    for (const int edge : winning_moves(expected).members()) {
      moves.insert(test::embedded_edge(board, large, edge));
    }
    EXPECT_EQ(winning_moves(found), moves) << text;
    wins += !moves.empty();
  }
  EXPECT_GT(joints, 0);
  EXPECT_GT(wins, 20);
}

TEST(GraphExplain, EmptyBoardsHaveNimValues) {
  for (const auto& [board, value] :
       {std::pair(Board(2, 4), 0), {Board(4, 2), 0}, {Board(3, 3), 2}}) {
    EXPECT_EQ(graph::explain({board, {}}).nim_value, (NimValue{false, value})) << board.name();
  }
}

TEST(GraphExplain, NothingIsSaidBeyondTheLimits) {
  const Position empty{Board(7, 7), {}};
  EXPECT_FALSE(graph::explain(empty).nim_value);
  const Explanation loony = graph::explain({Board(20, 20), {}}, {.positions = 0, .seconds = 0});
  EXPECT_FALSE(loony.nim_value);
  EXPECT_EQ(loony.role, theory::Role::unknown);
}

}  // namespace pipo::graph_explain_test
