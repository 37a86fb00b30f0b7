// Audits of tables of margins and of nim-values, and the other checks of the latter.
#include "verify/audits.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/stored_positions.hpp"
#include "probe/board/start.hpp"
#include "probe/space/game_values.hpp"
#include "probe/table/nim_tables.hpp"
#include "tests/oracle/nim_table.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/wrong_table.hpp"
#include "tests/verify/generated.hpp"
#include "theory/advice.hpp"
#include "theory/statements.hpp"
#include "verify/checks.hpp"

namespace pipo::test::theory_audit_test {

// The expected counts, from every stored value one by one.
theory::Audit audit_one_by_one(const TableSections& sections) {
  const Table& table = sections.table();
  theory::Audit audit(table.identity().board);
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    for (std::uint64_t i = 0; i < table.layout(layer).entries(); ++i) {
      const auto [position, value] = sections.entry(layer, i);
      audit.check(position.drawn, value);
    }
  }
  return audit;
}

void expect_audit_of_all(const std::filesystem::path& folder) {
  SCOPED_TRACE(folder);
  const Table table(folder);
  const TableSections sections(table);
  const theory::Audit expected = audit_one_by_one(sections);
  const TheoryReport report = audit_theory(sections);
  EXPECT_EQ(report.stored, table.manifest().stored());
  EXPECT_EQ(report.endgames, expected.positions());
  EXPECT_GT(report.endgames, 0U);
  EXPECT_FALSE(report.first);
  ASSERT_EQ(report.statements.size(), expected.tallies().size());
  for (std::size_t i = 0; i < report.statements.size(); ++i) {
    EXPECT_EQ(report.statements[i].statement.id, theory::statements()[i].id);
    EXPECT_EQ(report.statements[i].applied, expected.tallies()[i].held);
    EXPECT_EQ(report.statements[i].mismatches, 0U);
  }
}

TEST(TheoryAudit, DismissesNothingThatAStatementAppliesTo) {
  // Boards with one, two and three columns, with and without a row of boxes in the seam, and every
  // kind of storage.
  const std::pair<const char*, const char*> tables[] = {
      {"1x1", "american"},  {"1x5", "american"}, {"1x6", "american"},
      {"2x2", "american"},  {"2x3", "american"}, {"2x4", "american"},
      {"3x3", "icelandic"}, {"3x3", "swedish"},  {"4x4", "swedish"}};
  const TemporaryFolder folder;
  for (const auto& [name, start] : tables) {
    const Board board = Board::parse(name);
    expect_audit_of_all(generated(
        folder.path(), {.board = board, .start = parse_start(board, start), .tables = {}}));
  }
}

// A wrong value of 3+4l contradicts most statements.
TEST(TheoryAudit, NamesTheFirstOfTheStatementsThatFail) {
  const TemporaryFolder folder, wrong;
  const Position quiet = parse_picture(
      "+--+--+  +\n"
      "|     |  |\n"
      "+  +  +  +\n"
      "|     |  |\n"
      "+--+--+  +\n"
      "|  |  |   \n"
      "+--+--+--+\n");
  const auto made = generated(folder.path(), {.board = quiet.board, .tables = {}});
  write_wrong_table(made, wrong.path(), quiet);
  const Table table(wrong.path() / made.filename());
  const TheoryReport report = audit_theory(TableSections(table));
  std::vector<std::string_view> failed;
  for (const StatementCount& one : report.statements) {
    if (one.mismatches > 0) failed.push_back(one.statement.id);
  }
  ASSERT_GE(failed.size(), 2U);
  ASSERT_TRUE(report.first);
  EXPECT_EQ(report.first->statement.id, failed.front());
}

}  // namespace pipo::test::theory_audit_test

namespace pipo::test::nim_checks_test {

class Opened {
 public:
  explicit Opened(const std::filesystem::path& folder)
      : table_(folder),
        sections_(table_),
        values_(StoredValues::only(folder, Table(folder).identity())) {}
  operator CheckedTable() const { return {sections_, values_}; }
  const Table& table() const { return table_; }
  const TableSections& sections() const { return sections_; }

 private:
  Table table_;
  TableSections sections_;
  StoredValues values_;
};

class NimChecks : public testing::Test {
 protected:
  std::filesystem::path make(const std::string& board,
                             const std::string& start = "american") const {
    return generated(folder_.path(), {.board = Board::parse(board),
                                      .start = parse_start(Board::parse(board), start),
                                      .game = TableGame::nimstring,
                                      .tables = {}});
  }

  TemporaryFolder folder_;
};

TEST_F(NimChecks, RightTablesPassAllOfThem) {
  for (const auto& [board, start] : {std::pair("1x1", "american"),
                                     {"1x4", "american"},
                                     {"2x2", "american"},
                                     {"2x3", "american"},
                                     {"3x3", "swedish"}}) {
    const Opened opened(make(board, start));
    SCOPED_TRACE(folder_name(opened.table().identity()));
    EXPECT_FALSE(check_every_position(opened).mismatch);
    const CheckResult stored = check_stored(opened);
    EXPECT_FALSE(stored.mismatch);
    EXPECT_EQ(stored.stored, opened.table().manifest().stored());
    const CheckResult sample = check_sample(opened, 1000, 42);
    EXPECT_FALSE(sample.mismatch);
    EXPECT_EQ(sample.stored, 1000U);
    EXPECT_EQ(verify_bytes(opened.table()).values, opened.table().manifest().stored());
    const NimAudit audit = audit_nimstring(opened.sections(), 100, 1, 50'000);
    EXPECT_FALSE(audit.first);
    EXPECT_EQ(audit.drawn, 101U);
    EXPECT_EQ(audit.too_large, 0U);
    EXPECT_GT(audit.endgames, 0U);
  }
}

TEST_F(NimChecks, FindAWrongValueInAnyLayer) {
  const auto folder = make("2x2");
  const Table right(folder);
  for (int layer = right.first_layer(); layer <= right.last_layer(); ++layer) {
    if (right.layout(layer).entries() == 0) continue;  // no quiet position has one edge open
    const TemporaryFolder wrong;
    write_wrong_table(folder, wrong.path(), layer);
    const Opened opened(wrong.path() / "2x2-nimstring");
    for (const CheckResult& result : {check_stored(opened), check_every_position(opened)}) {
      ASSERT_TRUE(result.mismatch) << layer;
      EXPECT_EQ(result.mismatch->position.layer(), layer);
      EXPECT_EQ(result.mismatch->table_value, result.mismatch->rule_value() + 2);
    }
    EXPECT_GT(check_sample(opened, 3000, 1).wrong_stored, 0U) << layer;
  }
}

// A full board whose nim-value is not 0 is a loony endgame; an early position is found by search.
TEST_F(NimChecks, TheAuditFindsWrongEndgamesAndWrongPositionsBefore) {
  const auto folder = make("2x2");
  for (const int layer : {0, 12}) {
    const TemporaryFolder wrong;
    write_wrong_table(folder, wrong.path(), layer);
    const Opened opened(wrong.path() / "2x2-nimstring");
    const NimAudit audit = audit_nimstring(opened.sections(), 3000, 1, 50'000);
    ASSERT_TRUE(audit.first) << layer;
    EXPECT_EQ(audit.first->statement,
              layer == 0 ? NimAudit::Contradicted::search : NimAudit::Contradicted::loony_endgame);
    EXPECT_EQ(audit.first->position.layer(), layer);
    EXPECT_EQ(audit.first->table_value, audit.first->expected + 2);
  }
  const Opened right(folder);
  const NimAudit audit = audit_nimstring(right.sections(), 10, 1, 0);
  EXPECT_GT(audit.too_large, 0U);
  EXPECT_FALSE(audit.first);
}

TEST_F(NimChecks, LookupsGiveNimValuesAndWinningMoves) {
  make("2x3");
  const NimTables tables({folder_.path()});
  const oracle::NimTable& right = oracle::nim_table(2, 3);
  const Board board(2, 3);
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += 97) {
    const NimAnswer answer = tables.answer({board, drawn});
    ASSERT_EQ(answer.value, nim_value_of(right.value(drawn)));
    ASSERT_EQ(answer.moves.size(), answer.position.board.edges() - std::popcount(drawn));
    bool any = false;
    for (const NimMove& move : answer.moves) {
      ASSERT_EQ(move.after, nim_value_of(right.value(drawn | EdgeSet{1} << move.edge)));
      any |= move.wins;
    }
    ASSERT_EQ(any, answer.value.next_player_wins());
  }
  // All at once.
  std::vector<EdgeSet> drawn(board.all() + 1);
  std::iota(drawn.begin(), drawn.end(), EdgeSet{0});
  std::vector<std::int8_t> values(drawn.size());
  StoredValues(tables).values(board, drawn, values);
  for (const EdgeSet one : drawn) ASSERT_EQ(values[one], right.value(one)) << one;
  EXPECT_FALSE(tables.find_value({Board(3, 3), 0}));
  EXPECT_THROW(tables.value({Board(3, 3), 0}), MissingTable);
  EXPECT_EQ(folder_name(tables.answer({Board(3, 2), 0}).table), "2x3-nimstring");
}

// Neither game's tables answer for the other.
TEST_F(NimChecks, NoTableIsTakenForOneOfTheOtherGame) {
  const auto nim = make("2x2");
  EXPECT_EQ(nim.filename(), "2x2-nimstring");
  EXPECT_TRUE(Tables({folder_.path()}).found().empty());
  EXPECT_THROW(Tables({folder_.path()}).value({Board(2, 2), 0}), MissingTable);
  EXPECT_THROW(Tables::only(nim), BadInput);
  EXPECT_THROW(StoredPositions(nim, 3), BadInput);
  const auto margins = generated(folder_.path(), {.board = Board(2, 2), .tables = {}});
  EXPECT_THROW(NimTables::only(margins), BadInput);
  EXPECT_EQ(NimTables({folder_.path()}).found().size(), 1U);
  EXPECT_EQ(Tables({folder_.path()}).found().size(), 1U);
  EXPECT_EQ(Tables({folder_.path()}).value({Board(2, 2), 0}), 2);
  // Under the other's name a table is refused, and so is a single file.
  const TemporaryFolder other;
  std::filesystem::copy(nim, other.path() / "2x2", std::filesystem::copy_options::recursive);
  EXPECT_THROW(Tables({other.path()}).value({Board(2, 2), 0}), DamagedTable);
  std::filesystem::copy_file(nim / "layer-04.pipo", margins / "layer-04.pipo",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THROW(Tables::only(margins), DamagedTable);
}

TEST_F(NimChecks, NothingIsOmittedFromATable) {
  const Board board(2, 2);
  const TableIdentity table = table_identity(board, 0, TableGame::nimstring);
  EXPECT_THROW(generate({.board = board,
                         .game = TableGame::nimstring,
                         .tables = folder_.path(),
                         .keep = KeptLayers::parse("even", table)}),
               BadInput);
}

// Threads, memory and parts of sections do not change a byte. Both boards have nim-values of 9,
// whose options are in two sets.
TEST_F(NimChecks, FilesDoNotDependOnMemoryAndThreads) {
  for (const auto& [board, threads, budget] : {std::tuple("2x4", 3, 100'000U), {"3x3", 1, 1U}}) {
    const TemporaryFolder other;
    const GenerateResult made = generate({.board = Board::parse(board),
                                          .game = TableGame::nimstring,
                                          .tables = other.path(),
                                          .threads = threads,
                                          .section_budget = budget});
    const bool in_parts = budget == 1;  // every section
    EXPECT_TRUE(made.read_back > 0 || !in_parts);
    EXPECT_TRUE(test::layer_files(made.folder) == test::layer_files(make(board))) << board;
  }
}

}  // namespace pipo::test::nim_checks_test
