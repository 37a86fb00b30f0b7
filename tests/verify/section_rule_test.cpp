// Omitted layers are rebuilt from later ones, and the checks of tables that omit layers find what
// is wrong.
#include "verify/section_rule.hpp"

#include <gtest/gtest.h>

#include "generator/writer/layer_writer.hpp"
#include "pipopipette/error.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"
#include "tests/support/wrong_table.hpp"

namespace pipo::test::rebuild_test {

// A table of the oracle's values, without some layers, opened for the checks.
class Thinned {
 public:
  Thinned(const std::filesystem::path& source, const char* which)
      : table_(write_thinned(source, tables_.path(),
                             KeptLayers::parse(which, read_manifest(source).table))),
        sections_(table_),
        values_(Tables::only(table_.folder())) {}
  operator CheckedTable() const { return {sections_, values_}; }
  const Table& table() const { return table_; }

 private:
  TemporaryFolder tables_;
  Table table_;
  TableSections sections_;
  Tables values_;
};

TEST(Rebuild, RightTablesPass) {
  for (const char* board : {"1x5", "2x2", "2x3", "3x3"}) {
    for (const char* which : {"even", "every 3", "0-4", "3,7"}) {
      SCOPED_TRACE(std::string(board) + " " + which);
      const Thinned thinned(small_tables() / board, which);
      const CheckResult stored = check_stored(thinned);
      EXPECT_FALSE(stored.mismatch);
      EXPECT_EQ(stored.stored, thinned.table().manifest().stored());
    }
  }
}

TEST(Rebuild, FindsAWrongValueInAKeptLayer) {
  for (const int layer : {3, 4, 8, 13}) {
    const TemporaryFolder wrong;
    write_wrong_table(small_tables() / "2x3", wrong.path(), layer);
    const Thinned thinned(wrong.path() / "2x3", "3,4,8,13");
    const CheckResult stored = check_stored(thinned);
    ASSERT_TRUE(stored.mismatch) << layer;
    EXPECT_EQ(stored.mismatch->position.layer(), layer);
  }
}

TEST(Rebuild, FindsAWrongContentHashOfAnOmittedLayer) {
  const TemporaryFolder wrong;
  write_wrong_table(small_tables() / "2x3", wrong.path(), 7);
  const Thinned thinned(wrong.path() / "2x3", "even");
  try {
    check_stored(thinned);
    FAIL() << "no error";
  } catch (const DamagedTable& error) {
    EXPECT_NE(std::string(error.what()).find("the content hash of layer 7"), std::string::npos)
        << error.what();
  }
}

// Positions with a move to a layer that is neither kept nor computed are left out.
TEST(Rebuild, SamplesLeaveOutWhatTheTableCannotCheck) {
  const Thinned thinned(small_tables() / "3x3", "0-9");
  const CheckResult sample = check_sample(thinned, 2000, 5);
  EXPECT_FALSE(sample.mismatch);
  EXPECT_GT(sample.stored, 100U);
  EXPECT_GT(sample.left_out, 100U);
  EXPECT_EQ(sample.stored + sample.not_stored + sample.left_out, 4000U);
  const CheckResult all = check_sample(Thinned(small_tables() / "3x3", "every 3"), 2000, 5);
  EXPECT_FALSE(all.mismatch);
  EXPECT_EQ(all.stored, 2000U);
  EXPECT_EQ(all.left_out, 0U);
}

TEST(Rebuild, SamplesFindAWrongValue) {
  const TemporaryFolder wrong;
  write_wrong_table(small_tables() / "2x2", wrong.path(), 6);
  EXPECT_TRUE(check_sample(Thinned(wrong.path() / "2x2", "even"), 20'000, 5).mismatch);
}

}  // namespace pipo::test::rebuild_test
