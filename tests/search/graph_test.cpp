// Compares settling on graphs with values from the rules alone.
#include "search/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "tests/search/random_graphs.hpp"

namespace pipo::graph_test {

using graph::Graph;
using graph::kGround;

TEST(Graph, NumbersEdgesAsGiven) {
  const Graph path(3, {{kGround, 0}, {1, 0}, {1, 2}, {2, kGround}, {2, kGround}});
  EXPECT_EQ(path.boxes(), 3);
  EXPECT_EQ(path.edges(), 5);
  EXPECT_EQ(path.across(1, 0), 1);
  EXPECT_EQ(path.across(1, 1), 0);
  EXPECT_EQ(path.across(3, 2), kGround);
  EXPECT_EQ(std::vector<int>(path.edges_of(2).begin(), path.edges_of(2).end()),
            (std::vector<int>{2, 3, 4}));
}

TEST(Graph, RefusesWhatNoBoardHas) {
  EXPECT_THROW(Graph(-1, {}), BadInput);
  EXPECT_THROW(Graph(graph::kMostBoxes + 1, {}), BadInput);
  EXPECT_THROW(Graph(2, {{0, 2}}), BadInput);
  EXPECT_THROW(Graph(2, {{-2, 0}}), BadInput);
  EXPECT_THROW(Graph(2, {{1, 1}}), BadInput);
  EXPECT_THROW(Graph(2, {{kGround, kGround}}), BadInput);
  EXPECT_EQ(Graph(0, {}).edges(), 0);
}

TEST(Graph, OfABoardKeepsTheNumbersOfEdgesAndBoxes) {
  for (const Board& board : {Board(1, 1), Board(2, 3), Board(7, 7), Board(20, 20)}) {
    const graph::Graph graph = graph::graph_of(board);
    ASSERT_EQ(graph.boxes(), board.boxes());
    ASSERT_EQ(graph.edges(), board.edges());
    for (int box = 0; box < board.boxes(); ++box) {
      std::array<int, 4> sides = board.edges_of(box);
      std::ranges::sort(sides);
      EXPECT_TRUE(std::ranges::equal(graph.edges_of(box), sides));
    }
  }
}

TEST(Graph, OpenEdgesOfAPosition) {
  const Position position = parse_position("2x2:000000000000");
  EXPECT_EQ(std::ranges::count(graph::open_edges(position), true), 12);
}

using oracle::Uncut;

graph::EdgeFlags flags(const Graph& graph, Uncut open) {
  graph::EdgeFlags result(static_cast<std::size_t>(graph.edges()));
  for (int edge = 0; edge < graph.edges(); ++edge) {
    result[static_cast<std::size_t>(edge)] = (open >> edge & 1) != 0;
  }
  return result;
}

Uncut bits(const graph::EdgeFlags& open) {
  Uncut result = 0;
  for (std::size_t i = 0; i < open.size(); ++i) result |= Uncut{open[i]} << i;
  return result;
}

// Identity A, on every position of the graph.
void check_every_position(const graph::test::RandomGraph& given) {
  const Graph graph = given.graph();
  const oracle::Coins coins = given.coins();
  const oracle::CoinValues value(coins);
  for (Uncut open = 0; open <= coins.all(); ++open) {
    const graph::Settled settled = settle(graph, flags(graph, open));
    ASSERT_EQ(settled_value(settled.settlement(), value(bits(settled.open))), value(open)) << open;
    ASSERT_EQ(boxes_left(graph, flags(graph, open)), coins.coins_left(open));
    for (int edge = 0; edge < graph.edges(); ++edge) {
      if ((open >> edge & 1) == 0) continue;
      ASSERT_EQ(completed_boxes(graph, flags(graph, open), edge), coins.freed(open, edge));
    }
  }
}

TEST(Settlement, EveryPositionOfRandomGraphs) {
  std::mt19937_64 random(31);
  for (int i = 0; i < 100; ++i) check_every_position(graph::test::any_graph(random, 6, 10));
  for (int i = 0; i < 30; ++i) check_every_position(graph::test::of_a_board(random, 3, 3, 11));
}

}  // namespace pipo::graph_test
