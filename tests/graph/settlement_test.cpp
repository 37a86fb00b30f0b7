// Compares settling on graphs with values from the rules alone.
#include "graph/settlement.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/graph/random_graphs.hpp"

namespace pipo::settlement_test {

using graph::Graph;
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
    ASSERT_EQ(settled.value(value(bits(settled.open))), value(open)) << open;
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

}  // namespace pipo::settlement_test
