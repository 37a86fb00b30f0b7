// Move values of many positions: by tables, by sweeps and searches, and marks where limits are too
// small or tables are damaged.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/solver.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::move_values_test {

Tables no_tables() {
  return Tables(std::vector<std::filesystem::path>{});
}

std::vector<std::int8_t> move_values(const Solver& solver, const Board& board,
                                     const std::vector<EdgeSet>& drawn,
                                     const SolverOptions& options) {
  std::vector<std::int8_t> results(drawn.size() * static_cast<std::size_t>(board.edges()), 99);
  solver.move_values(board, drawn, results, options);
  return results;
}

// By the oracle, whose values are those of the positions after the moves.
std::vector<std::int8_t> expected_values(const Board& board, const std::vector<EdgeSet>& drawn) {
  std::vector<std::int8_t> values;
  const auto& oracle = oracle_of(board);
  for (const EdgeSet before : drawn) {
    for (int edge = 0; edge < board.edges(); ++edge) {
      const EdgeSet after = before | EdgeSet{1} << edge;
      int captures = 0;
      for (int box = 0; box < board.boxes(); ++box) {
        const EdgeSet sides = board.sides(box);
        captures += (before & sides) != sides && (after & sides) == sides;
      }
      const int next = oracle.value(after);
      values.push_back(after == before
                           ? kDrawn
                           : static_cast<std::int8_t>(captures > 0 ? captures + next : -next));
    }
  }
  return values;
}

std::vector<EdgeSet> random_positions(const Board& board, int count) {
  std::mt19937_64 random(5);
  std::vector<EdgeSet> drawn = {0, board.all()};
  while (static_cast<int>(drawn.size()) < count) drawn.push_back(random() & board.all());
  return drawn;
}

TEST(SolverMoveValues, AgreeWithTheOracleByEveryMethod) {
  const Solver with(Tables({small_tables()}));
  const Solver without(no_tables());
  for (const Board& board : {Board(1, 5), Board(2, 3), Board(3, 3)}) {
    const std::vector<EdgeSet> drawn = random_positions(board, test::kSanitized ? 10 : 40);
    const std::vector<std::int8_t> expected = expected_values(board, drawn);
    EXPECT_EQ(move_values(with, board, drawn, {}), expected);
    EXPECT_EQ(move_values(with, board, drawn, {.only = Method::table, .threads = 2}), expected);
    EXPECT_EQ(move_values(without, board, drawn, {}), expected);
    EXPECT_EQ(move_values(without, board, drawn, {.only = Method::sweep}), expected);
    EXPECT_EQ(move_values(without, board, drawn, {.only = Method::search}), expected);
  }
}

// A table that covers only positions with its start leaves the others to the solver.
TEST(SolverMoveValues, TablesAndSweepsTogether) {
  const TemporaryFolder folder;
  const Board board(3, 3);
  write_table(folder.path(), {board, 0x10}, oracle_values(board));
  const Solver solver(Tables({folder.path()}));
  const std::vector<EdgeSet> drawn = {0x0, 0x10, 0x3, 0xff0f};
  const std::vector<std::int8_t> expected = expected_values(board, drawn);
  EXPECT_EQ(move_values(solver, board, drawn, {}), expected);
  const std::vector<std::int8_t> tables =
      move_values(solver, board, drawn, {.only = Method::table});
  EXPECT_NE(tables, expected);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (tables[i] != kNotCovered) {
      EXPECT_EQ(tables[i], expected[i]);
    }
  }
}

TEST(SolverMoveValues, MarkPositionsBeyondTheLimits) {
  const Board board = test::kSanitized ? Board(4, 5) : Board(5, 5);
  const int edges = board.edges();
  const EdgeSet late = board.all() & ~EdgeSet{0x7};
  const std::vector<std::int8_t> values =
      move_values(Solver(no_tables()), board, {1, late, 0}, {.memory = 60'000'000, .seconds = 20});
  const auto row = [&](int i) {
    return std::span(values).subspan(std::size_t(i * edges), std::size_t(edges));
  };
  EXPECT_EQ(row(0)[0], kDrawn);
  EXPECT_EQ(std::ranges::count(row(0), kNotCovered), edges - 1);
  // Each of the three edges completes one box, and the next move the next box.
  EXPECT_EQ(std::ranges::count(row(1), 3), 3);
  EXPECT_EQ(std::ranges::count(row(1), kDrawn), edges - 3);
  EXPECT_EQ(std::ranges::count(row(2), kNotCovered), edges);
}

// A damaged block is marked where single questions throw; a table that cannot be opened is as good
// as none.
TEST(SolverMoveValues, MarkDamage) {
  const TemporaryFolder folder;
  std::filesystem::copy(small_tables() / "2x3", folder.path() / "2x3");
  const std::filesystem::path file = folder.path() / "2x3" / layer_file_name(8);
  test::flip(file, 656);  // in the first block, behind the header
  const Board board(2, 3);
  const std::vector<EdgeSet> drawn = random_positions(board, 500);
  const std::vector<std::int8_t> expected = expected_values(board, drawn);
  const Solver solver(Tables({folder.path()}));
  const std::vector<std::int8_t> values = move_values(solver, board, drawn, {});
  EXPECT_GT(std::ranges::count(values, kDamaged), 0);
  EXPECT_GT(std::ranges::count(values, 1), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != kDamaged) {
      EXPECT_EQ(values[i], expected[i]);
      continue;
    }
    EXPECT_THROW(solver.solve({board, drawn[i / 17]}), DamagedTable);
  }
  EXPECT_EQ(move_values(solver, board, drawn, {.only = Method::sweep}), expected);
  std::filesystem::resize_file(file, 10);
  EXPECT_EQ(move_values(Solver(Tables({folder.path()})), board, drawn, {}), expected);
}

TEST(SolverMoveValues, RefuseMisuseAndStop) {
  const Solver solver(Tables({small_tables()}));
  std::vector<std::int8_t> results(12);
  const std::vector<EdgeSet> drawn = {0};
  EXPECT_NO_THROW(solver.move_values(Board(2, 2), drawn, results));
  EXPECT_EQ(std::ranges::max(results), 2);
  EXPECT_THROW(solver.move_values(Board(2, 3), drawn, results), BadInput);
  EXPECT_THROW(solver.move_values(Board(2, 2), std::vector{EdgeSet{1} << 12}, results), BadInput);
  EXPECT_NO_THROW(solver.move_values(Board(2, 2), {}, {}));
  EXPECT_THROW(solver.move_values(Board(7, 7), {}, {}), BadInput);
  EXPECT_THROW(
      solver.move_values(Board(2, 2), drawn, results, {.only = Method::table, .seconds = -1}),
      BadInput);
  EXPECT_THROW(solver.move_values(Board(2, 2), drawn, results, {.stopped = [] { return true; }}),
               Stopped);
  EXPECT_THROW(solver.move_values(Board(2, 2), drawn, results,
                                  {.only = Method::sweep, .stopped = [] { return true; }}),
               Stopped);
  EXPECT_EQ(results, std::vector<std::int8_t>(12, kNotCovered));
}

}  // namespace pipo::move_values_test
