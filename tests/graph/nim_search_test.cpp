// Compares nim-values of graphs with those from the rules, and with those of boards.
#include "graph/nim_search.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "graph/search_stopped.hpp"
#include "graph/settlement.hpp"
#include "tests/graph/random_graphs.hpp"
#include "theory/nimstring.hpp"

namespace pipo::nim_search_test {

using graph::Decomposition;
using graph::EdgeFlags;
using graph::Graph;
using graph::NimSearch;

constexpr int kLoony = -1;

int nim_value(const Graph& graph, const EdgeFlags& open, Decomposition& decomposition,
              NimSearch& search) {
  const graph::Settled settled = settle(graph, open);
  if (settled.handout != Handout::none) return kLoony;
  return search.value(decomposition.sum_of(graph, settled.open).value());
}

class NimValues : public testing::TestWithParam<int> {};

TEST_P(NimValues, OfRandomGraphsEqualTheOracle) {
  std::mt19937_64 random(51);
  for (int i = 0; i < 60; ++i) {
    const graph::test::RandomGraph given = i % 2 == 0 ? graph::test::any_graph(random, 8, 12)
                                                      : graph::test::of_a_board(random, 3, 3, 13);
    const Graph graph = given.graph();
    const oracle::Coins coins = given.coins();
    const oracle::CoinNimbers right(coins);
    Decomposition decomposition(GetParam());
    NimSearch search(decomposition);
    for (int j = 0; j < 40; ++j) {
      oracle::Uncut set = coins.all();
      if (j > 0) set &= static_cast<oracle::Uncut>(random() | random());
      EdgeFlags open(static_cast<std::size_t>(graph.edges()));
      for (int edge = 0; edge < graph.edges(); ++edge) open[edge] = (set >> edge & 1) != 0;
      ASSERT_EQ(nim_value(graph, open, decomposition, search), right(set)) << i << " " << j;
    }
  }
}

TEST_P(NimValues, OfBoardsEqualTheSearchOnBoards) {
  std::mt19937_64 random(52);
  const Board board(4, 5);
  std::vector<graph::Ends> edges;
  for (int edge = 0; edge < board.edges(); ++edge) edges.push_back(board.neighbours(edge));
  const Graph graph(board.boxes(), edges);
  Decomposition decomposition(GetParam());
  NimSearch search(decomposition);
  theory::NimstringSolver right(board, 1'000'000);
  for (int i = 0; i < 30; ++i) {
    const EdgeSet drawn = (random() & random()) % (board.all() + 1) | (random() & board.all() / 16);
    EdgeFlags open(static_cast<std::size_t>(graph.edges()));
    for (int edge = 0; edge < graph.edges(); ++edge) open[edge] = (drawn >> edge & 1) == 0;
    const NimValue value = right.value(drawn);
    ASSERT_EQ(nim_value(graph, open, decomposition, search), value.loony ? kLoony : value.number)
        << drawn;
  }
}

INSTANTIATE_TEST_SUITE_P(NimSearch, NimValues, testing::Values(0, 4, 9));

TEST(NimSearch, StopsOnRequestAndContinues) {
  std::mt19937_64 random(53);
  const Graph graph = graph::test::of_a_board(random, 4, 4, 26).graph();
  Decomposition decomposition;
  NimSearch search(decomposition, 1 << 12);
  const auto sum = decomposition.sum_of(graph, settle(graph, graph::test::all_edges(graph)).open);
  EXPECT_THROW(search.value(*sum, [] { return true; }), graph::SearchStopped);
  Decomposition other;
  EXPECT_EQ(search.value(*sum), NimSearch(other).value(*other.sum_of(
                                    graph, settle(graph, graph::test::all_edges(graph)).open)));
}

}  // namespace pipo::nim_search_test
