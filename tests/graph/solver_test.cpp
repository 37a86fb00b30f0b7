#include "graph/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipopipette/error.hpp"
#include "tests/graph/random_graphs.hpp"

namespace pipo::graph_solver_test {

using graph::EdgeFlags;
using graph::Graph;
using graph::Move;
using graph::Result;
using graph::Solver;

oracle::Uncut bits(const EdgeFlags& open) {
  oracle::Uncut result = 0;
  for (std::size_t i = 0; i < open.size(); ++i) result |= oracle::Uncut{open[i]} << i;
  return result;
}

int right_value(const oracle::Coins& coins, const oracle::CoinValues& value, oracle::Uncut set,
                int edge) {
  const int after = value(set & ~(oracle::Uncut{1} << edge));
  const int captures = coins.freed(set, edge);
  return captures > 0 ? captures + after : -after;
}

// Every position of games, by one solver each.
TEST(GraphSolver, GamesEqualTheOracle) {
  std::mt19937_64 random(61);
  for (int i = 0; i < 12; ++i) {
    const graph::test::RandomGraph given = graph::test::of_a_board(random, 3, 4, 15);
    const oracle::Coins coins = given.coins();
    const oracle::CoinValues value(coins);
    const oracle::CoinNimbers nimber(coins);
    Solver solver(given.graph());
    EdgeFlags open = graph::test::all_edges(solver.graph());
    while (true) {
      const oracle::Uncut set = bits(open);
      const Result result = solver.solve(open);
      ASSERT_TRUE(result.complete());
      ASSERT_EQ(result.value.lower, value(set));
      ASSERT_EQ(result.moves.size(), std::popcount(set));
      for (const Move& move : result.moves) {
        ASSERT_EQ(move.value.lower, right_value(coins, value, set, move.edge));
        ASSERT_EQ(move.captures, coins.freed(set, move.edge));
        ASSERT_EQ(std::ranges::count(result.best, move.edge), move.value == result.value);
      }
      const auto nim = solver.nim_value(open);
      ASSERT_EQ(nim->loony ? -1 : nim->number, nimber(set));
      if (result.moves.empty()) break;
      open[result.moves[random() % result.moves.size()].edge] = false;
    }
  }
}

TEST(GraphSolver, AtALimitThereAreBounds) {
  std::mt19937_64 random(62);
  for (int i = 0; i < 6; ++i) {
    const Graph graph = graph::test::of_a_board(random, 4, 5, 27).graph();
    const EdgeFlags open = graph::test::all_edges(graph);
    Solver solver(graph), other(graph);
    int polls = 0;
    const Result some = solver.solve(open, {.stopped = [&] { return ++polls > 2 * i; }});
    const Result all = other.solve(open);
    ASSERT_TRUE(all.complete());
    const auto within = [](const Bounds& one, const Bounds& bounds) {
      return bounds.lower <= one.lower && one.lower <= bounds.upper &&
             (bounds.upper - one.lower) % 2 == 0;
    };
    EXPECT_TRUE(within(all.value, some.value));
    for (std::size_t j = 0; j < all.moves.size(); ++j) {
      EXPECT_TRUE(within(all.moves[j].value, some.moves[j].value)) << j;
    }
    EXPECT_TRUE(std::ranges::includes(all.best, some.best));
    EXPECT_EQ(solver.value(open), all.value);
  }
}

TEST(GraphSolver, PositionsThatAreTooLargeHaveBounds) {
  std::mt19937_64 random(63);
  const Graph graph = graph::test::of_a_board(random, 10, 10, 1000).graph();
  Solver solver(graph);
  const Result result = solver.solve(graph::test::all_edges(graph), {.seconds = 1});
  EXPECT_EQ(result.value, (Bounds{-100, 100}));
  EXPECT_EQ(result.moves.size(), 220U);
  EXPECT_TRUE(result.best.empty());
  EXPECT_EQ(solver.nim_value(graph::test::all_edges(graph)), std::nullopt);
}

TEST(GraphSolver, FullBoardAndBadInput) {
  Solver solver(Graph(1, {{graph::kGround, 0}, {0, graph::kGround}}));
  EXPECT_EQ(solver.value({false, false}), Bounds::only(0));
  EXPECT_TRUE(solver.solve({false, false}).moves.empty());
  EXPECT_EQ(solver.value({true, true}), Bounds::only(-1));
  EXPECT_THROW(solver.value({true}), BadInput);
}

}  // namespace pipo::graph_solver_test
