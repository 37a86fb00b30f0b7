#include "search/graph_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipopipette/error.hpp"
#include "tests/search/random_graphs.hpp"

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

// Every position of a game on the graph, by one solver.
void expect_a_right_game(const graph::test::RandomGraph& given, std::mt19937_64& random) {
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
    if (result.moves.empty()) return;
    open[result.moves[random() % result.moves.size()].edge] = false;
  }
}

TEST(GraphSolver, GamesEqualTheOracle) {
  std::mt19937_64 random(61);
  for (int i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(expect_a_right_game(graph::test::of_a_board(random, 3, 4, 15), random));
  }
}

void expect_right_values_of_multigraphs(int count, int seed, int most) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    const int edges = 4 + static_cast<int>(random() % (most - 3));
    const int coins = 2 + static_cast<int>(random() % 6);
    ASSERT_NO_FATAL_FAILURE(
        expect_a_right_game(graph::test::any_multigraph(random, coins, edges), random));
  }
}

TEST(GraphSolver, MultigraphsEqualTheOracle) {
  expect_right_values_of_multigraphs(1500, 68, 13);
  expect_right_values_of_multigraphs(10, 69, 18);
}
TEST(GraphSolver, LongRunLargerMultigraphsEqualTheOracle) {
  expect_right_values_of_multigraphs(10'000, 70, 14);
  expect_right_values_of_multigraphs(400, 71, 18);
}

TEST(GraphSolver, AtALimitThereAreBounds) {
  std::mt19937_64 random(62);
  for (int i = 0; i < 6; ++i) {
    const Graph graph = graph::test::of_a_board(random, 4, 5, 27).graph();
    const EdgeFlags open = graph::test::all_edges(graph);
    Solver solver(graph), other(graph);
    int polls = 0;
    const Result some = solver.solve(open, [&] { return ++polls > 2 * i; });
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
  const Result result = solver.solve(graph::test::all_edges(graph));
  EXPECT_EQ(result.value, (Bounds{-100, 100}));
  EXPECT_EQ(result.moves.size(), 220U);
  EXPECT_TRUE(result.best.empty());
  EXPECT_EQ(solver.nim_value(graph::test::all_edges(graph)), std::nullopt);
}

bool holds(const Bounds& bounds, int value) {
  return bounds.lower <= value && value <= bounds.upper && (value - bounds.lower) % 2 == 0;
}

// Every window of every position of games; the solver is new or remembers the earlier windows.
TEST(GraphSolver, WindowsEqualTheOracle) {
  std::mt19937_64 random(64);
  for (int i = 0; i < 16; ++i) {
    const graph::test::RandomGraph given = i % 2 == 0 ? graph::test::of_a_board(random, 3, 4, 14)
                                                      : graph::test::any_graph(random, 9, 14);
    const oracle::Coins coins = given.coins();
    const oracle::CoinValues value(coins);
    Solver kept(given.graph());
    EdgeFlags open = graph::test::all_edges(kept.graph());
    for (oracle::Uncut set = bits(open); set != 0; set = bits(open)) {
      const int right = value(set);
      const bool handout = settle(kept.graph(), open).handout != Handout::none;
      for (int low = -given.boxes - 2; low <= given.boxes + 2; ++low) {
        for (int high = low - 1; high <= low + 4; ++high) {
          const Window window{low, high};
          Solver fresh(given.graph());
          for (Solver* solver : {&fresh, &kept}) {
            const Bounds found = solver->bound(open, window);
            ASSERT_TRUE(window.settles(found) && holds(found, right))
                << low << ',' << high << ": " << found.lower << ' ' << right;
            if (found.lower < low) continue;
            const auto move = solver->known_move(open, found.lower);
            ASSERT_TRUE(!move || right_value(coins, value, set, *move) >= found.lower);
            // The player who may hand back boxes has a bound before either move has one.
            ASSERT_TRUE(move || handout) << low << ',' << high;
          }
        }
      }
      int edge = 0;
      do edge = static_cast<int>(random() % open.size());
      while (!open[edge]);
      open[edge] = false;
    }
  }
}

TEST(GraphSolver, AStoppedWindowHasTheBoundsFound) {
  std::mt19937_64 random(65);
  const Graph graph = graph::test::of_a_board(random, 4, 5, 27).graph();
  const EdgeFlags open = graph::test::all_edges(graph);
  const int right = Solver(graph).value(open).lower;
  bool narrower = false;
  for (int polls = 0; polls < 40; ++polls) {
    Solver solver(graph);
    int polled = 0;
    Bounds last;
    const Bounds found = solver.bound(
        open, {-20, 20}, [&] { return ++polled > polls; },
        [&](const Bounds& bounds) { last = bounds; });
    ASSERT_TRUE(holds(found, right)) << polls;
    if (found.exact()) {
      EXPECT_TRUE(narrower);
      EXPECT_EQ(last, found);
      return;
    }
    narrower |= found.upper - found.lower < 40;
  }
  FAIL() << "the search did not end";
}

// A window that the remembered bounds settle needs no time.
TEST(GraphSolver, RememberedBoundsSettleWindows) {
  std::mt19937_64 random(66);
  const Graph graph = graph::test::of_a_board(random, 4, 5, 24).graph();
  const EdgeFlags open = graph::test::all_edges(graph);
  Solver solver(graph);
  const Bounds value = solver.value(open);
  const std::uint64_t nodes = solver.nodes();
  const auto never = [] { return true; };
  EXPECT_EQ(solver.bound(open, {-20, 20}, never), value);
  EXPECT_EQ(solver.nodes(), nodes);
}

// One box with many ways out: the player who leaves the last one open loses it.
TEST(GraphSolver, MovesGiveBoundsOfPositionsThatAreTooLarge) {
  for (const int ways : {65, 66}) {
    Solver solver(Graph(1, std::vector<graph::Ends>(ways, {0, graph::kGround})));
    const EdgeFlags open = graph::test::all_edges(solver.graph());
    for (const Window& window : {Window{-1, 1}, Window{1, 0}, Window{0, 5}, Window{-5, -1}}) {
      const Bounds found = solver.bound(open, window);
      if (ways == 65) {
        EXPECT_TRUE(window.settles(found)) << window.low;
        EXPECT_TRUE(holds(found, 1));
      } else {
        EXPECT_EQ(found, (Bounds{-1, 1}));
      }
    }
  }
  std::mt19937_64 random(67);
  const Graph graph = graph::test::of_a_board(random, 10, 10, 1000).graph();
  Solver solver(graph);
  const EdgeFlags all = graph::test::all_edges(graph);
  EXPECT_EQ(solver.bound(all, {0, 0}), (Bounds{-100, 100}));
  EXPECT_EQ(solver.known_move(all, 0), std::nullopt);
}

TEST(GraphSolver, FullBoardAndBadInput) {
  Solver solver(Graph(1, {{graph::kGround, 0}, {0, graph::kGround}}));
  EXPECT_EQ(solver.value({false, false}), Bounds::only(0));
  EXPECT_TRUE(solver.solve({false, false}).moves.empty());
  EXPECT_EQ(solver.value({true, true}), Bounds::only(-1));
  EXPECT_THROW(solver.value({true}), BadInput);
}

}  // namespace pipo::graph_solver_test
