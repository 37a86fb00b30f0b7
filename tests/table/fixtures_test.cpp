// Stored tables of every format version from 3 on stay readable with the same values. Older ones
// are refused.
#include <gtest/gtest.h>

#include <random>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "probe/file/file_names.hpp"
#include "probe/table/nim_tables.hpp"
#include "probe/table/table.hpp"
#include "tests/oracle/depth_first.hpp"
#include "tests/oracle/nim_table.hpp"
#include "tests/support/oracle_table.hpp"
#include "verify/checks.hpp"

namespace pipo::fixtures_test {

namespace fs = std::filesystem;

fs::path fixture(const std::string& name, const std::string& table) {
  return fs::path(PIPO_FIXTURES) / name / table;
}

void expect_values(const fs::path& folder, const Board& board) {
  const Tables tables = Tables::only(folder);
  const oracle::FlatTable& oracle = oracle_of(board);
  const EdgeSet stride = board.all() >> 18 | 1;
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += stride) {
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

TEST(Fixtures, VersionThree) {
  const fs::path folder = fixture("version-3", "2x4");
  EXPECT_NO_THROW(verify_bytes(Table(folder)));
  expect_values(folder, Board(2, 4));
}

// Made with --memory 21M. Sections have several blocks, which are not in the order of their
// numbers.
TEST(Fixtures, VersionThreeMadeInParts) {
  const Board board(1, 10);
  const fs::path folder = fixture("version-3-parts", board.name());
  const Table table(folder);
  EXPECT_GT(table.layout(15).blocks(), table.layout(15).sections().size());
  EXPECT_NO_THROW(verify_bytes(table));
  const Tables tables = Tables::only(folder);
  oracle::DepthFirst oracle(board.rows(), board.columns(), 16);
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const EdgeSet drawn = (random() | random()) & board.all();
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

TEST(Fixtures, VersionFourOmitsLayers) {
  const Board board(2, 4);
  const fs::path folder = fixture("version-4", board.name());
  const Table table(folder);
  EXPECT_TRUE(table.keeps(8) && !table.keeps(9));
  EXPECT_NO_THROW(verify_bytes(table));
  expect_values(folder, board);
}

TEST(Fixtures, VersionFiveHasNimValues) {
  const Board board(2, 2);
  const fs::path folder = fixture("version-5", "2x2-nimstring");
  const Table table(folder);
  EXPECT_NO_THROW(verify_bytes(table));
  const StoredValues tables = NimTables::only(folder);
  const oracle::NimTable& oracle = oracle::nim_table(2, 2);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

// Made with --keep "every 3".
TEST(Fixtures, VersionSixHasACostOfTheLastMove) {
  const Board board(2, 2);
  const fs::path folder = fixture("version-6", "2x2-last3");
  EXPECT_GT(read_manifest(folder).kept().omitted(), 0);
  EXPECT_NO_THROW(verify_bytes(Table(folder)));
  const Tables tables = Tables::only(folder, {.last_move_cost = 3});
  const oracle::FlatTable& oracle = oracle_of(board, 3);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

// A table of version 2, and one of version 3 that leaves out more values.
TEST(Fixtures, OlderTablesAreRefused) {
  for (const char* name : {"version-2", "version-3-square"}) {
    const fs::path folder = fixture(name, "2x2");
    try {
      const Table table(folder);
      ADD_FAILURE() << name << " is not refused";
    } catch (const DamagedTable& error) {
      EXPECT_EQ(error.file(), folder / kManifestName);
      EXPECT_NE(std::string(error.what()).find("generate the table again"), std::string::npos)
          << error.what();
    }
    EXPECT_THROW(Tables::only(folder).value({Board(2, 2), 0}), DamagedTable);
  }
}

}  // namespace pipo::fixtures_test
