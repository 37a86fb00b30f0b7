// Compares regions and their moves with values from the rules alone.
#include "search/region.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "pipopipette/notation.hpp"
#include "tests/search/random_graphs.hpp"

namespace pipo::region_test {

using graph::Graph;
using graph::kGround;
using graph::Region;
using graph::test::RandomGraph;

using Sum = std::vector<Region>;  // in canonical form, sorted

Sum canonical_sum(std::vector<Region> regions) {
  for (Region& one : regions) one = canonical(one);
  std::ranges::sort(regions);
  return regions;
}

Sum sum_of(const Graph& graph, const graph::EdgeFlags& open) {
  graph::Trace traced = trace(graph, open);
  Sum result = regions_of(std::move(traced.strings));
  for (const int loop : traced.loops) result.push_back({loop, 0, {}});
  return canonical_sum(std::move(result));
}

// Identity B and nothing else.
class Plain {
 public:
  int value(const Sum& sum) {
    if (sum.empty()) return 0;
    if (const auto found = known_.find(sum); found != known_.end()) return found->second;
    int best = -1000;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      for (const graph::RegionMove& move : moves(sum[i])) {
        Sum rest = move.rest;
        for (std::size_t j = 0; j < sum.size(); ++j) {
          if (j != i) rest.push_back(sum[j]);
        }
        const Settlement taken{.captured = move.captured, .handout = move.handout};
        best = std::max(best, -settled_value(taken, value(canonical_sum(rest))));
      }
    }
    return known_[sum] = best;
  }

 private:
  std::map<Sum, int> known_;
};

// Returns the graph with other numbers for its boxes and edges.
RandomGraph renumbered(RandomGraph graph, std::mt19937_64& random) {
  std::vector<int> number(static_cast<std::size_t>(graph.boxes));
  std::iota(number.begin(), number.end(), 0);
  std::ranges::shuffle(number, random);
  for (graph::Ends& ends : graph.edges) {
    for (int& end : ends) end = end == kGround ? kGround : number[end];
    if (random() % 2 == 0) std::swap(ends[0], ends[1]);
  }
  std::ranges::shuffle(graph.edges, random);
  return graph;
}

void check(const RandomGraph& given, Plain& plain, std::mt19937_64& random) {
  const Graph graph = given.graph();
  const graph::Settled settled = settle(graph, graph::test::all_edges(graph));
  const Sum sum = sum_of(graph, settled.open);
  const oracle::Coins coins = given.coins();
  ASSERT_EQ(settled_value(settled.settlement(), plain.value(sum)),
            oracle::CoinValues(coins)(coins.all()));
  const Graph other = renumbered(given, random).graph();
  EXPECT_EQ(sum_of(other, settle(other, graph::test::all_edges(other)).open), sum);
}

TEST(Region, ValuesOfRandomGraphs) {
  std::mt19937_64 random(32);
  Plain plain;
  for (int i = 0; i < 100; ++i) check(graph::test::any_graph(random, 7, 12), plain, random);
  for (int i = 0; i < 60; ++i) check(graph::test::of_a_board(random, 3, 3, 14), plain, random);
}

TEST(Region, OfALargeBoardHasOneForm) {
  std::mt19937_64 random(33);
  for (int i = 0; i < 20; ++i) {
    const RandomGraph given = graph::test::of_a_board(random, 8, 9, 130);
    const Graph graph = given.graph(), other = renumbered(given, random).graph();
    EXPECT_EQ(sum_of(graph, settle(graph, graph::test::all_edges(graph)).open),
              sum_of(other, settle(other, graph::test::all_edges(other)).open));
  }
}

TEST(Region, ChainsLoopsAndAJoint) {
  // A 2-chain, a 4-loop and a T with strings of 0, 1 and 1 boxes.
  const Graph graph(9, {{kGround, 0},
                        {0, 1},
                        {1, kGround},
                        {2, 3},
                        {3, 4},
                        {4, 5},
                        {5, 2},
                        {6, kGround},
                        {6, 7},
                        {7, kGround},
                        {6, 8},
                        {8, kGround}});
  const Sum sum = sum_of(graph, graph::test::all_edges(graph));
  EXPECT_EQ(sum, (Sum{{0, 0, {{0, 0, 2}}}, {0, 1, {{0, 1, 0}, {0, 1, 1}, {0, 1, 1}}}, {4, 0, {}}}));
  EXPECT_EQ(moves(sum[1]).size(), 2U);
  EXPECT_EQ(moves(sum[2]).front(), (graph::RegionMove{4, Handout::four_boxes, {}}));
}

// A cup on a joint with three open edges is captured together with the joint and the third string.
TEST(Region, CupWithItsHandle) {
  const Region dipper{0, 1, {{0, 1, 2}, {1, 1, 3}}};
  const std::vector<graph::RegionMove> both = moves(dipper);
  EXPECT_EQ(both[0], (graph::RegionMove{2, Handout::none, {{4, 0, {}}}}));
  EXPECT_EQ(both[1], (graph::RegionMove{6, Handout::two_boxes, {}}));
}

TEST(Region, StringsOfASettledPosition) {
  // Four joints: the boxes, with two outer edges each and four inner ones.
  EXPECT_EQ(graph::strings_when_settled(parse_position("2x2:000000000000")), 12);
  EXPECT_EQ(graph::strings_when_settled(parse_position("2x2:111111111111")), 0);
  // The outer edges are drawn: the inner ones make a loop.
  EXPECT_EQ(graph::strings_when_settled(parse_position("2x2:110011101101")), 1);
}

}  // namespace pipo::region_test
