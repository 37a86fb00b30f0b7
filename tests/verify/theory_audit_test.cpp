// Tables compared with the theorems about endgames. The audit dismisses most positions without
// reading their values.
#include "verify/theory_audit.hpp"

#include <gtest/gtest.h>

#include "pipopipette/picture.hpp"
#include "probe/board/start.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/wrong_table.hpp"
#include "tests/verify/generated.hpp"
#include "theory/audit.hpp"

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
