// Tables in which the last move has a cost, against the oracle: every position of the small boards,
// whole, with a start and with omitted layers.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/run/thin_table.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "probe/board/start.hpp"
#include "probe/table/table.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"
#include "verify/checks.hpp"

namespace pipo::last_move_cost_test {

constexpr int kMostCost = 5;

GenerateOptions options_of(const Board& board, int cost, const std::filesystem::path& tables) {
  return {.board = board, .last_move_cost = static_cast<LastMoveCost>(cost), .tables = tables};
}

Tables tables_with(int cost, const std::filesystem::path& folder) {
  return Tables({folder}, {.last_move_cost = static_cast<std::uint64_t>(cost)});
}

// Compares the values of all positions that contain the start, quiet or not, and of their moves.
void expect_values_of_oracle(const Board& board, int cost, const Tables& tables,
                             EdgeSet start = 0) {
  const oracle::FlatTable& oracle = oracle_of(board, static_cast<LastMoveCost>(cost));
  std::vector<EdgeSet> drawn;
  for (EdgeSet one = 0; one <= board.all(); ++one) {
    if ((one & start) == start) drawn.push_back(one);
  }
  std::vector<std::int8_t> values(drawn.size());
  tables.values(board, drawn, values);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    ASSERT_EQ(values[i], oracle.value(drawn[i]))
        << to_string(Position{board, drawn[i]}) << ", cost " << cost;
  }
}

void expect_whole_tables(const Board& board) {
  const TemporaryFolder folder;
  for (int cost = 0; cost <= kMostCost; ++cost) {
    const GenerateResult made = generate(options_of(board, cost, folder.path()));
    EXPECT_EQ(made.folder.filename(),
              board.name() + (cost == 0 ? "" : "-last" + std::to_string(cost)));
    expect_values_of_oracle(board, cost, tables_with(cost, folder.path()));
    const Table table(made.folder);
    EXPECT_EQ(table.identity().last_move_cost, cost);
    EXPECT_NO_THROW(verify_bytes(table));
    const TableSections sections(table);
    const CheckResult checked =
        check_every_position({sections, StoredValues::only(made.folder, table.identity())});
    EXPECT_FALSE(checked.mismatch) << board.name() << ", cost " << cost;
    EXPECT_EQ(checked.stored + checked.not_stored, std::uint64_t{1} << board.edges());
  }
}

class LastMoveCostOfBoard : public testing::TestWithParam<const char*> {};

TEST_P(LastMoveCostOfBoard, EveryPositionHasTheValueOfTheRules) {
  expect_whole_tables(Board::parse(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Boards, LastMoveCostOfBoard,
                         testing::Values("1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3"));

TEST(LastMoveCost, LongRunEveryPositionOfLargerBoards) {
  for (const char* board : {"1x6", "1x7", "2x4", "3x3"}) expect_whole_tables(Board::parse(board));
}

TEST(LastMoveCost, TablesMayHaveAStartAndOmitLayers) {
  const TemporaryFolder folder;
  const Board board(2, 3);
  const EdgeSet start = swedish_start(board);
  GenerateOptions options = options_of(board, 3, folder.path());
  options.start = start;
  EXPECT_EQ(generate(options).folder.filename(), "2x3-swedish-last3");
  expect_values_of_oracle(board, 3, tables_with(3, folder.path()), start);

  const TemporaryFolder other;
  GenerateOptions kept = options_of(board, 2, other.path());
  kept.keep = KeptLayers::parse("even", kept.identity());
  EXPECT_GT(generate(kept).manifest.kept().omitted(), 0);
  expect_values_of_oracle(board, 2, tables_with(2, other.path()));
  // The same from the complete table.
  generate(options_of(board, 2, folder.path()));
  const Table whole(folder.path() / "2x3-last2");
  EXPECT_EQ(read_manifest(other.path() / "2x3-last2").content_hash, whole.manifest().content_hash);
}

TEST(LastMoveCost, TablesAreNeverMixed) {
  const TemporaryFolder folder;
  const Board board(2, 2);
  for (const int cost : {0, 1, 4}) generate(options_of(board, cost, folder.path()));
  for (const int cost : {0, 1, 4}) {
    const Tables tables = tables_with(cost, folder.path());
    ASSERT_EQ(tables.found().size(), cost == 0 ? tables.found().size() : 1);
    for (const FoundTable& found : tables.found()) EXPECT_EQ(found.table.last_move_cost, cost);
    EXPECT_EQ(tables.last_move_cost(), cost);
    EXPECT_EQ(tables.value({board, board.all()}), -cost);
  }
  EXPECT_FALSE(tables_with(2, folder.path()).covers({board, 0}));
  try {
    Tables::only(folder.path() / "2x2-last4");
    FAIL() << "opened";
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find("margins with a last move that costs 4"),
              std::string::npos)
        << error.what();
  }
  // Under another name a table is not taken for what the name says.
  std::filesystem::rename(folder.path() / "2x2-last4", folder.path() / "2x2-last3");
  EXPECT_THROW(Tables::only(folder.path() / "2x2-last3", {.last_move_cost = 3}), BadInput);
  EXPECT_FALSE(tables_with(3, folder.path()).covers({board, 0}));
}

TEST(LastMoveCost, IsRefusedWhereItIsTooLarge) {
  const TemporaryFolder folder;
  EXPECT_THROW(generate(options_of(Board(2, 2), 29, folder.path())), BadInput);
  EXPECT_NO_THROW(generate(options_of(Board(2, 2), 28, folder.path())));
  expect_values_of_oracle(Board(2, 2), 28, tables_with(28, folder.path()));
  EXPECT_THROW(tables_with(32, folder.path()), BadInput);
  GenerateOptions nimstring = options_of(Board(2, 2), 1, folder.path());
  nimstring.game = TableGame::nimstring;
  EXPECT_THROW(generate(nimstring), BadInput);
}

}  // namespace pipo::last_move_cost_test
