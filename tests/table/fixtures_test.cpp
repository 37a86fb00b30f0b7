// Stored tables of every codec and format version stay readable with the same values.
#include <gtest/gtest.h>

#include <random>

#include "pipopipette/tables.hpp"
#include "probe/space/thinning.hpp"
#include "probe/table/nim_tables.hpp"
#include "probe/table/table.hpp"
#include "tests/oracle/depth_first.hpp"
#include "tests/oracle/nim_table.hpp"
#include "tests/support/oracle_table.hpp"
#include "verify/verify_bytes.hpp"

namespace pipo::fixtures_test {

namespace fs = std::filesystem;

fs::path fixture(const std::string& name, const std::string& table) {
  return fs::path(PIPO_FIXTURES) / name / table;
}

std::uint32_t version(const Table& table) {
  return table.file(table.last_layer()).header().version;
}

void expect_values(const fs::path& folder, const Board& board) {
  const Tables tables = Tables::only(folder);
  const oracle::FlatTable& oracle = oracle_of(board);
  const EdgeSet stride = board.all() >> 18 | 1;
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += stride) {
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

void expect_readable(const std::string& name, const Board& board, std::uint32_t format, Codec codec,
                     Thinning thinning) {
  const fs::path folder = fixture(name, board.name());
  const Table table(folder);
  EXPECT_EQ(version(table), format);
  EXPECT_EQ(table.file(0).header().codec, codec);
  EXPECT_EQ(table.space().thinning(), thinning);
  EXPECT_NO_THROW(verify_bytes(table));
  expect_values(folder, board);
}

TEST(Fixtures, VersionOneWithTheFirstCodec) {
  expect_readable("codec-1", Board(2, 4), 1, Codec::packed_zstd, Thinning::rows);
}

TEST(Fixtures, VersionOneWithTheSecondCodec) {
  expect_readable("codec-2", Board(2, 4), 1, Codec::referenced_zstd, Thinning::rows);
}

TEST(Fixtures, VersionTwo) {
  expect_readable("version-2", Board(2, 4), 2, Codec::referenced_zstd, Thinning::triangles);
}

TEST(Fixtures, VersionTwoThinnedToASquare) {
  expect_readable("version-2-square", Board(2, 2), 2, Codec::referenced_zstd, Thinning::square);
}

TEST(Fixtures, VersionThree) {
  expect_readable("version-3", Board(2, 4), 3, Codec::referenced_zstd, Thinning::triangles);
}

TEST(Fixtures, VersionThreeThinnedToASquare) {
  expect_readable("version-3-square", Board(2, 2), 3, Codec::referenced_zstd, Thinning::square);
}

// Made with --memory 21M. Sections have several blocks, which are not in the order of their
// numbers.
TEST(Fixtures, VersionThreeMadeInParts) {
  const Board board(1, 10);
  const fs::path folder = fixture("version-3-parts", board.name());
  const Table table(folder);
  EXPECT_EQ(version(table), 3U);
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
  EXPECT_EQ(version(table), 3U);
  EXPECT_NO_THROW(verify_bytes(table));
  expect_values(folder, board);
}

TEST(Fixtures, VersionFiveHasNimValues) {
  const Board board(2, 2);
  const fs::path folder = fixture("version-5", "2x2-nimstring");
  const Table table(folder);
  EXPECT_EQ(version(table), 5U);
  EXPECT_NO_THROW(verify_bytes(table));
  const StoredValues tables = NimTables::only(folder);
  const oracle::NimTable& oracle = oracle::nim_table(2, 2);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

}  // namespace pipo::fixtures_test
