// Positions whose moves lead past the layers that a table keeps.
#include "solve/left_by_tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipopipette/solver.hpp"
#include "probe/base/count_bits.hpp"
#include "search/answer_by.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::left_by_tables_test {

TEST(LeftByTables, OnlyOmittedMovesAreSolved) {
  const Board board(2, 4);
  const Values value = oracle_values(board);
  const TemporaryFolder whole, thinned;
  const TableIdentity table = table_identity(board);
  write_table(whole.path(), table, value);
  constexpr int kLast = 6;
  write_thinned(whole.path() / "2x4", thinned.path(), KeptLayers::parse("0-6", table));
  const Solver solver(Tables({thinned.path()}));
  const Solver alone(Tables(std::vector<std::filesystem::path>{}));
  std::mt19937_64 random(91);
  int parts = 0;
  for (int i = 0; i < 400; ++i) {
    EdgeSet drawn = 0;
    const int layer = static_cast<int>(random() % (kLast + 3));
    while (count_bits(drawn) < layer) drawn |= EdgeSet{1} << random() % 22;
    const Position position{board, drawn};
    const std::vector<EdgeSet> left = left_by_tables(solver.tables(), position);
    const std::vector<EdgeSet> required = required_positions(position);
    for (const EdgeSet quiet : left) {
      EXPECT_GT(count_bits(quiet), kLast);
      EXPECT_EQ(std::ranges::count(required, quiet), 1);
    }
    EXPECT_LE(2 * left.size(), required.size());
    parts += !left.empty();
    const Solution found = solver.solve(position);
    ASSERT_EQ(found.answer.value, value(drawn)) << position;
    EXPECT_EQ(found.answer.moves.size(), static_cast<std::size_t>(22 - layer));
    const Answer expected = alone.solve(position).answer;
    for (std::size_t j = 0; j < expected.moves.size(); ++j) {
      ASSERT_EQ(found.answer.moves[j].value, expected.moves[j].value) << position;
    }
    EXPECT_EQ(found.answer.best, expected.best);
    EXPECT_TRUE(left.empty() || found.way == Way::search);
  }
  EXPECT_GT(parts, 20);
}

// The same for batches. Tables answer the rest, so less is searched.
TEST(LeftByTables, BatchesUseTables) {
  const Board board(2, 4);
  const Values value = oracle_values(board);
  const TemporaryFolder whole, thinned;
  const TableIdentity table = table_identity(board);
  write_table(whole.path(), table, value);
  write_thinned(whole.path() / "2x4", thinned.path(), KeptLayers::parse("0-6", table));
  const Tables tables({thinned.path()});
  // A chain of two boxes in the first row: opening it draws three edges.
  const Position position{board, 0b0011'0011};
  ASSERT_TRUE(tables.covers(position));
  const auto left = left_by_tables(tables, position);
  ASSERT_FALSE(left.empty());
  const std::vector<Position> positions = {position};
  std::uint64_t looked_at = 0;
  Solver(tables).know_all(positions, [&](std::size_t, const Known& known) {
    ASSERT_TRUE(known.solution);
    EXPECT_EQ(known.solution->answer.value, value(static_cast<EdgeSet>(position.drawn)));
    looked_at = known.solution->looked_at;
  });
  EXPECT_GT(looked_at, 0U);
  EXPECT_LT(looked_at,
            Solver(Tables(std::vector<std::filesystem::path>{})).solve(position).looked_at);
}

// A kept value is known when the time does not suffice for the moves.
TEST(LeftByTables, WithoutTimeTheKeptValueIsKnown) {
  const Board board(2, 4);
  const Values value = oracle_values(board);
  const TemporaryFolder whole, thinned;
  const TableIdentity table = table_identity(board);
  write_table(whole.path(), table, value);
  write_thinned(whole.path() / "2x4", thinned.path(), KeptLayers::parse("0-2", table));
  const Solver solver(Tables({thinned.path()}));
  const Position position{board, 0b0000'0010'0001};
  const Known known = solver.know(position, {.seconds = 1e-9});
  EXPECT_FALSE(known.solution);
  EXPECT_EQ(known.code, ErrorCode::out_of_time);
  EXPECT_EQ(known.bounds, Bounds::only(value(static_cast<EdgeSet>(position.drawn))));
  const Known searched = solver.know(position, {.only = Way::search, .seconds = 1e-9});
  EXPECT_LT(searched.bounds.lower, searched.bounds.upper);
}

}  // namespace pipo::left_by_tables_test
