// Compares nim-values of graphs and of boards with those from the rules.
#include "search/nim_search.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "pipopipette/picture.hpp"
#include "search/graph_solver.hpp"
#include "tests/oracle/rules.hpp"
#include "tests/search/random_graphs.hpp"
#include "tests/theory/shapes.hpp"

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

INSTANTIATE_TEST_SUITE_P(NimSearch, NimValues, testing::Values(0, 4, 9));

TEST(NimSearch, StopsOnRequestAndContinues) {
  std::mt19937_64 random(53);
  const Graph graph = graph::test::of_a_board(random, 4, 4, 26).graph();
  Decomposition decomposition;
  NimSearch search(decomposition, 1 << 12);
  const auto sum = decomposition.sum_of(graph, settle(graph, graph::test::all_edges(graph)).open);
  EXPECT_THROW(search.value(*sum, [] { return true; }), SearchStopped);
  Decomposition other;
  EXPECT_EQ(search.value(*sum), NimSearch(other).value(*other.sum_of(
                                    graph, settle(graph, graph::test::all_edges(graph)).open)));
}

// The winner of Nimstring with an added heap of up to `heap` counters, by the rules: a turn
// continues after every capture, and the first player unable to complete a turn loses.
class NimstringOracle {
 public:
  NimstringOracle(int rows, int columns, int heap) : rules_(rows, columns), heap_(heap) {
    wins_.resize((rules_.full() + 1) * (heap + 1));
    for (oracle::Drawn drawn = rules_.full() + 1; drawn-- > 0;) {
      for (int counters = 0; counters <= heap; ++counters) {
        wins_[index(drawn, counters)] = can_win(drawn, counters);
      }
    }
  }

  bool next_wins(oracle::Drawn drawn, int counters) const { return wins_[index(drawn, counters)]; }

 private:
  std::size_t index(oracle::Drawn drawn, int counters) const {
    return drawn * (heap_ + 1) + counters;
  }

  bool can_win(oracle::Drawn drawn, int counters) const {
    for (int fewer = 0; fewer < counters; ++fewer) {
      if (!next_wins(drawn, fewer)) return true;
    }
    for (int edge = 0; edge < rules_.edges(); ++edge) {
      if ((drawn >> edge & 1) != 0) continue;
      const bool again = rules_.captures(drawn, edge) > 0;
      if (next_wins(drawn | oracle::Drawn{1} << edge, counters) == again) return true;
    }
    return false;
  }

  oracle::Rules rules_;
  std::size_t heap_;
  std::vector<bool> wins_;
};

void expect_nim_values(int rows, int columns, int heap) {
  const Board board(rows, columns);
  const NimstringOracle oracle(rows, columns, heap);
  graph::Solver solver(graph::graph_of(board));
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    const NimValue value = solver.nim_value(graph::open_edges({board, drawn})).value();
    for (int counters = 0; counters <= heap; ++counters) {
      const bool next_wins = value.loony || value.number != counters;
      ASSERT_EQ(oracle.next_wins(drawn, counters), next_wins) << drawn << " " << counters;
    }
  }
}

TEST(Nimstring, NimValuesOfEveryPositionOf1x4) {
  expect_nim_values(1, 4, 7);
}
TEST(Nimstring, NimValuesOfEveryPositionOf2x2) {
  expect_nim_values(2, 2, 7);
}
TEST(Nimstring, NimValuesOfEveryPositionOf2x3) {
  expect_nim_values(2, 3, 7);
}
TEST(Nimstring, LongRunWinnerOfEveryPositionOf2x4) {
  expect_nim_values(2, 4, 0);
}

// Sierra, corollary 37.
TEST(Nimstring, LoonyEndgamesAreZero) {
  for (const theory::Example& example : theory::kShapes) {
    const Position position = parse_picture(example.picture);
    graph::Solver solver(graph::graph_of(position.board));
    EXPECT_EQ(solver.nim_value(graph::open_edges(position)), (NimValue{false, 0})) << example.name;
  }
}

}  // namespace pipo::nim_search_test
