// Positions whose moves lead past the layers that a table keeps, and how many more edges have to be
// drawn until a position can be solved.
#include "solve/method.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "probe/base/count_bits.hpp"
#include "search/answer.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"

namespace pipo::method_test {

TEST(EdgesMissing, FewerWithMoreMemory) {
  const Position empty{Board(4, 4), 0};
  const auto missing = [&](std::uint64_t memory) {
    return edges_missing(empty, Budget(memory, 0, {})).value_or(0);
  };
  const int little = missing(std::uint64_t{32} << 20);
  const int more = missing(std::uint64_t{512} << 20);
  EXPECT_GT(more, 1);
  EXPECT_LT(more, little);
  EXPECT_LE(little, 40);
  const Position late{Board(4, 4), (EdgeSet{1} << 20) - 1};
  EXPECT_EQ(edges_missing(late, Budget(std::uint64_t{512} << 20, 0, {})), 0);
}

TEST(EdgesMissing, NothingSufficesWithoutTime) {
  EXPECT_FALSE(edges_missing({Board(5, 5), 0}, Budget(0, 1e-9, {})));
}

TEST(EdgesMissing, OfLargeBoardsWhetherASearchWouldBegin) {
  const Budget minutes(std::uint64_t{1} << 30, 300, {});
  EXPECT_FALSE(edges_missing(parse_position("6x6:" + std::string(84, '0')), minutes));
  const Position later = parse_position("6x6:" + std::string(44, '0') + std::string(40, '1'));
  EXPECT_EQ(edges_missing(later, minutes), 0);
}

TEST(EdgesMissing, InWords) {
  EXPECT_EQ(when_solvable(0), when_solvable(1));
  EXPECT_EQ(when_solvable(1), "it can be solved when about 1 more edge is drawn");
  EXPECT_EQ(when_solvable(3), "it can be solved when about 3 more edges are drawn");
  EXPECT_EQ(when_solvable({}), "allow more memory or time");
}

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
    EXPECT_TRUE(left.empty() || found.method == Method::search);
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
  Solver(tables).solve_all(positions, [&](std::size_t, const Attempt& known) {
    ASSERT_TRUE(known.solution);
    EXPECT_EQ(known.solution->answer.value, value(static_cast<EdgeSet>(position.drawn)));
    looked_at = known.solution->looked_at;
  });
  EXPECT_GT(looked_at, 0U);
  EXPECT_LT(looked_at,
            Solver(Tables(std::vector<std::filesystem::path>{})).solve(position).looked_at);
}

}  // namespace pipo::method_test
