// Compares the values of sums with values from the rules, from the recursion over all offers, and
// from the search on boards.
#include "search/sum_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "search/depth_first.hpp"
#include "tests/oracle/loony_sums.hpp"
#include "tests/search/loony_graph.hpp"
#include "tests/search/random_graphs.hpp"

namespace pipo::sum_search_test {

using graph::Decomposition;
using graph::EdgeFlags;
using graph::Graph;
using graph::Settled;
using graph::SumSearch;

int value(const Graph& graph, const EdgeFlags& open, Decomposition& decomposition,
          SumSearch& search) {
  const Settled settled = settle(graph, open);
  return settled_value(settled.settlement(),
                       search.value(decomposition.sum_of(graph, settled.open).value()));
}

EdgeFlags random_flags(const Graph& graph, std::mt19937_64& random) {
  EdgeFlags open = graph::test::all_edges(graph);
  const unsigned share = 2 + static_cast<unsigned>(random() % 6);
  for (std::size_t i = 0; i < open.size(); ++i) open[i] = random() % share != 0;
  return open;
}

oracle::Uncut bits(const EdgeFlags& open) {
  oracle::Uncut result = 0;
  for (std::size_t i = 0; i < open.size(); ++i) result |= oracle::Uncut{open[i]} << i;
  return result;
}

// The argument is the number of strings up to which regions are parts.
class Sums : public testing::TestWithParam<int> {};

TEST_P(Sums, OfRandomGraphsEqualTheOracle) {
  std::mt19937_64 random(41);
  for (int i = 0; i < 40; ++i) {
    const graph::test::RandomGraph given = i % 2 == 0 ? graph::test::any_graph(random, 9, 15)
                                                      : graph::test::of_a_board(random, 3, 4, 15);
    const Graph graph = given.graph();
    const oracle::Coins coins = given.coins();
    const oracle::CoinValues right(coins);
    Decomposition decomposition(GetParam());
    SumSearch search(decomposition);
    for (int j = 0; j < 60; ++j) {
      const EdgeFlags open = j == 0 ? graph::test::all_edges(graph) : random_flags(graph, random);
      ASSERT_EQ(value(graph, open, decomposition, search), right(bits(open))) << i << " " << j;
    }
  }
}

// Several regions, some of them equal, so that regions cancel each other and moves are left out.
TEST_P(Sums, OfManyRegionsEqualTheOracle) {
  std::mt19937_64 random(42);
  for (int i = 0; i < 20; ++i) {
    graph::test::RandomGraph all;
    while (true) {
      graph::test::RandomGraph one = graph::test::any_graph(random, 3, 2 + random() % 4);
      const int copies = 1 + static_cast<int>(random() % 3);
      if (all.edges.size() + copies * one.edges.size() > 17) break;
      for (int copy = 0; copy < copies; ++copy) {
        for (const graph::Ends& ends : one.edges) {
          const auto moved = [&](int end) { return end == graph::kGround ? end : end + all.boxes; };
          all.edges.push_back({moved(ends[0]), moved(ends[1])});
        }
        all.boxes += one.boxes;
      }
    }
    const oracle::Coins coins = all.coins();
    Decomposition decomposition(GetParam());
    SumSearch search(decomposition);
    const Graph graph = all.graph();
    ASSERT_EQ(value(graph, graph::test::all_edges(graph), decomposition, search),
              oracle::CoinValues(coins)(coins.all()))
        << i;
  }
}

TEST_P(Sums, EqualTheSearchOnBoards) {
  std::mt19937_64 random(43);
  const Board board(5, 5);
  std::vector<graph::Ends> edges;
  for (int edge = 0; edge < board.edges(); ++edge) edges.push_back(board.neighbours(edge));
  const Graph graph(board.boxes(), edges);
  Decomposition decomposition(GetParam());
  SumSearch search(decomposition);
  DepthFirstSearch right(board);
  for (int i = 0; i < 30; ++i) {
    EdgeSet drawn = 0;
    while (count_bits(drawn) < 29) drawn |= EdgeSet{1} << random() % 60;
    EdgeFlags open = graph::test::all_edges(graph);
    for (int edge = 0; edge < board.edges(); ++edge) open[edge] = (drawn >> edge & 1) == 0;
    ASSERT_EQ(value(graph, open, decomposition, search), right.value(drawn)) << drawn;
  }
}

INSTANTIATE_TEST_SUITE_P(SumSearch, Sums, testing::Values(0, 1, 4, 9));

// Adds random components until there are `most` boxes.
std::vector<oracle::Graph> random_endgame(const std::vector<oracle::Graph>& pool, int most,
                                          std::mt19937_64& random) {
  std::vector<oracle::Graph> result;
  for (int boxes = 0;;) {
    oracle::Graph one = pool[random() % pool.size()];
    if (random() % 2 == 0) {
      const int length = 3 + static_cast<int>(random() % 8);
      one = {0, 0, {{oracle::kGroundStop, oracle::kGroundStop, length}}};
    }
    if (random() % 4 == 0) one = {4 + 2 * static_cast<int>(random() % 3), 0, {}};
    boxes += one.boxes();
    if (boxes > most) return result;
    result.push_back(std::move(one));
  }
}

void check_endgames(int count, int boxes, int of_component, unsigned seed) {
  const std::vector<oracle::Graph> pool = oracle::components_up_to(of_component);
  std::mt19937_64 random(seed);
  oracle::LoonySums right;
  Decomposition decomposition;
  SumSearch search(decomposition);
  for (int i = 0; i < count; ++i) {
    const std::vector<oracle::Graph> endgame = random_endgame(pool, boxes, random);
    const Graph graph = graph::test::graph_of(endgame);
    ASSERT_EQ(-value(graph, graph::test::all_edges(graph), decomposition, search),
              right.value(endgame))
        << i;
  }
}

TEST(SumSearch, LoonyEndgamesOf40Boxes) {
  check_endgames(60, 40, 18, 44);
}

TEST(SumSearch, LongRunLoonyEndgamesOf100Boxes) {
  check_endgames(8, 100, 24, 45);
}

// The table is emptied again and again.
TEST(SumSearch, WithLittleMemory) {
  std::mt19937_64 random(46);
  const graph::test::RandomGraph given = graph::test::of_a_board(random, 4, 4, 26);
  const Graph graph = given.graph();
  Decomposition decomposition(1), other(1);
  SumSearch search(decomposition, 1 << 16), right(other);
  EXPECT_EQ(value(graph, graph::test::all_edges(graph), decomposition, search),
            value(graph, graph::test::all_edges(graph), other, right));
}

TEST(SumSearch, StopsOnRequestAndContinues) {
  std::mt19937_64 random(47);
  const Graph graph = graph::test::of_a_board(random, 4, 4, 28).graph();
  Decomposition decomposition;
  SumSearch search(decomposition);
  const auto sum = decomposition.sum_of(graph, settle(graph, graph::test::all_edges(graph)).open);
  int asked = 0;
  EXPECT_THROW(search.value(*sum, 0, [&] { return ++asked == 2; }), SearchStopped);
  EXPECT_EQ(asked, 2);
  const int found = search.value(*sum);
  EXPECT_EQ(search.remembered(*sum), Bounds::only(found));
}

}  // namespace pipo::sum_search_test
