// The checks of questions: limits, windows, positions, and functions that ask their own solver.
#include "solve/limits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/solver.hpp"

namespace pipo::limits_test {

Tables no_tables() {
  return Tables(std::vector<std::filesystem::path>{});
}

// A function of a question that asks the same solver would wait for itself.
TEST(Question, AFunctionThatAsksItsOwnSolverGetsAnError) {
  const Solver solver(no_tables());
  const Solver other(no_tables());
  const Position position{Board(2, 3), 0};
  int refused = 0;
  const auto ask = [&] {
    EXPECT_THROW(Solver(solver).solve({Board(2, 4), 0}), BadInput);
    EXPECT_THROW(solver.bound({Board(2, 4), 0}, {0, 0}), BadInput);
    EXPECT_THROW(solver.solve_all(std::vector<Position>{{Board(2, 4), 0}}, [](auto, auto) {}),
                 BadInput);
    ++refused;
  };
  SolverOptions options{.only = Method::sweep, .threads = 2};
  options.planned = [&](const auto&) {
    ask();
    // The other solver's function waits for this question too.
    SolverOptions inner{.only = Method::sweep, .threads = 2};
    inner.progress = [&](const auto&) { ask(); };
    other.solve({Board(2, 2), 0}, inner);
  };
  options.progress = [&](const auto&) { ask(); };
  solver.solve(position, options);
  EXPECT_GE(refused, 3);
  refused = 0;
  const std::vector<Position> batch(3, {Board(2, 2), 1});
  solver.solve_all(batch, [&](std::size_t, const Attempt&) { ask(); }, {.only = Method::search});
  EXPECT_EQ(refused, 3);
  EXPECT_NO_THROW(solver.solve({Board(2, 4), 0}));
}

TEST(Question, RefusesImpossibleWindows) {
  const Position position{Board(2, 2), 0};
  const Solver solver(no_tables());
  constexpr int kLarge = std::numeric_limits<int>::max();
  for (const Window& window :
       {Window{0, kLarge}, Window{-kLarge, 0}, Window{401, 401}, Window{2, 0}}) {
    EXPECT_THROW(solver.bound(position, window), BadInput);
  }
  for (const Window& window :
       {Window{-400, 400}, Window{300, 400}, Window{300, 299}, Window{-400, -300}}) {
    EXPECT_TRUE(window.settles(solver.bound(position, window, {.only = Method::search}).bounds));
  }
}

// A malformed position is refused before any other is answered.
TEST(Question, ChecksABatchFirst) {
  const Solver solver(no_tables());
  const std::vector<Position> positions = {{Board(2, 2), 0xFFF}, {Board(2, 2), 0x1000}};
  EXPECT_THROW(solver.solve_all(positions, [](auto, auto) { FAIL(); }, {.only = Method::table}),
               BadInput);
}

TEST(Question, RefusesImpossibleLimits) {
  const Position position{Board(2, 2), 0};
  const Solver solver(no_tables());
  for (const SolverOptions& options :
       {SolverOptions{.seconds = -1}, SolverOptions{.seconds = std::nan("")},
        SolverOptions{.threads = -1}}) {
    EXPECT_THROW(Solver(no_tables(), options), BadInput);
    EXPECT_THROW(solver.solve(position, options), BadInput);
    EXPECT_THROW(solver.try_solve(position, options), BadInput);
    EXPECT_THROW(solver.bound(position, {0, 0}, options), BadInput);
    EXPECT_THROW(solver.line(position, options), BadInput);
    EXPECT_THROW(solver.solve_all(
                     std::vector{position}, [](auto, auto) {}, options),
                 BadInput);
  }
}

}  // namespace pipo::limits_test
