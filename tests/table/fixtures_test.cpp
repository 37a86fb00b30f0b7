// Stored tables of every codec and format version stay readable with the same values.
#include <gtest/gtest.h>

#include "pipopipette/tables.hpp"
#include "probe/space/thinning.hpp"
#include "probe/table/table.hpp"
#include "tests/support/oracle_table.hpp"
#include "verify/verify_bytes.hpp"

namespace pipo::fixtures_test {

void expect_readable(const std::string& name, const Board& board, Codec codec, Thinning thinning) {
  const std::filesystem::path folder = std::filesystem::path(PIPO_FIXTURES) / name / board.name();
  const Table table(folder);
  EXPECT_EQ(table.file(0).header().codec, codec);
  EXPECT_EQ(table.space().thinning(), thinning);
  EXPECT_NO_THROW(verify_bytes(table));
  const Tables tables = Tables::only(folder);
  const oracle::FlatTable& oracle = oracle_of(board);
  const EdgeSet stride = board.all() >> 18 | 1;
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += stride) {
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

TEST(Fixtures, VersionOneWithTheFirstCodec) {
  expect_readable("codec-1", Board(2, 4), Codec::packed_zstd, Thinning::rows);
}

TEST(Fixtures, VersionOneWithTheSecondCodec) {
  expect_readable("codec-2", Board(2, 4), Codec::referenced_zstd, Thinning::rows);
}

TEST(Fixtures, VersionTwo) {
  expect_readable("version-2", Board(2, 4), Codec::referenced_zstd, Thinning::triangles);
}

TEST(Fixtures, VersionTwoThinnedToASquare) {
  expect_readable("version-2-square", Board(2, 2), Codec::referenced_zstd, Thinning::square);
}

}  // namespace pipo::fixtures_test
