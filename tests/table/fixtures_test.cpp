// Tables kept as they were once written, with each codec, still say what they said.
#include <gtest/gtest.h>

#include "probe/table/table.hpp"
#include "probe/table/tables.hpp"
#include "tests/table/oracle_table.hpp"

namespace pipo {
namespace {

void expect_readable(const std::string& name, Codec codec) {
  const std::filesystem::path folder =
      std::filesystem::path(__FILE__).parent_path() / "fixtures" / name / "2x4";
  const Table table(folder);
  EXPECT_EQ(table.file(0).header().codec, codec);
  EXPECT_NO_THROW(verify_bytes(table));
  const Tables tables = Tables::only(folder);
  const Board board(2, 4);
  const oracle::FlatTable& oracle = oracle_of(board);
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += 17) {
    ASSERT_EQ(tables.value({board, drawn}), oracle.value(drawn)) << drawn;
  }
}

TEST(Fixtures, TheFirstCodec) {
  expect_readable("codec-1", Codec::packed_zstd);
}

TEST(Fixtures, TheSecondCodec) {
  expect_readable("codec-2", Codec::referenced_zstd);
}

}  // namespace
}  // namespace pipo
