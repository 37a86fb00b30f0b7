// Solving while the opponent thinks.
#include "pipo/player/pondering.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

#include "pipopipette/notation.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo::test::pondering_test {

Solver without_tables() {
  return Solver(Tables(std::vector<std::filesystem::path>()),
                {.memory = std::uint64_t{1} << 30, .seconds = 60});
}

// The first rows and columns of 4x4 are drawn: 32 open edges are left.
const Position kPosition = parse_position("4x4:1111000000000000000010000100001000010000");

TEST(Pondering, TheSolverRemembersTheResult) {
  const Solver solver = without_tables();
  SolverOptions at_once;
  at_once.only = Way::sweep;
  at_once.seconds = 0.0001;
  ASSERT_FALSE(solver.know(kPosition, at_once).solution);
  SolverOptions options = solver.options();
  options.only = Way::sweep;
  const Pondering pondering(solver, kPosition, options);
  const double end = steady_seconds() + 60;
  std::optional<Solution> found;
  while (!found && steady_seconds() < end) {
    found = solver.know(kPosition, at_once).solution;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->remembered);
  EXPECT_EQ(found->answer.value, without_tables().solve(kPosition).answer.value);
  // A later position, too.
  Position later = kPosition;
  later.drawn |= EdgeSet{1} << found->answer.best.front();
  EXPECT_TRUE(solver.know(later, at_once).solution);
}

// Otherwise the sweep would take minutes.
TEST(Pondering, StopsSoon) {
  const Position position =
      parse_position("5x5:110010001000000000100000110010000000100001101000000001000010");
  const Solver solver = without_tables();
  SolverOptions options = solver.options();
  options.memory = std::uint64_t{8} << 30;
  options.seconds = 1000;
  const double begin = steady_seconds();
  {
    const Pondering pondering(solver, position, options);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  EXPECT_LT(steady_seconds() - begin, 20);
}

TEST(Pondering, SwallowsErrors) {
  // A position with edges that are not on the board.
  const Pondering pondering(without_tables(), {Board(1, 1), ~EdgeSet{0}}, {});
}

}  // namespace pipo::test::pondering_test
