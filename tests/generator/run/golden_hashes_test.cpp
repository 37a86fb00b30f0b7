// The values of tables have not changed. The hashes are those of the decoded values at the time
// when the values were compared with other solvers. No change of the sweep, the codec or the files
// may alter one.
#include <gtest/gtest.h>

#include "generator/run/generate.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/table/table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"
#include "verify/checks.hpp"

namespace pipo::golden_hashes_test {

struct Golden {
  const char* table;
  std::uint64_t hash;
};

// Every board up to 3x4 with each named start; some larger boards, and some other starts; and some
// tables of Nimstring.
constexpr Golden kGolden[] = {
    {"1x1", 0x19f66db9aee5863e},
    {"1x1-icelandic", 0x35734f3e85a28a6c},
    {"1x1-swedish", 0xb089efc44f781dff},
    {"1x10", 0x3e48025fa708bc64},
    {"1x10-icelandic", 0xc1bf4de2fe89d024},
    {"1x10-swedish", 0xcb2992b07f1c9f12},
    {"1x2", 0x9e874a9ec5905fe3},
    {"1x2-icelandic", 0xb3b5f9d93fd88bf8},
    {"1x2-swedish", 0xc0c3721c884af1ca},
    {"1x3", 0x6f0f8fbd36258113},
    {"1x3-icelandic", 0x57258c970bd22e2a},
    {"1x3-swedish", 0xd321c08c2a64551c},
    {"1x4", 0xa8c66b2d86280a4d},
    {"1x4-icelandic", 0x6a128d0d42740caf},
    {"1x4-swedish", 0x6b9a8e757f5f5fdd},
    {"1x5", 0x6dfdb41f263398c2},
    {"1x5-icelandic", 0xfc26b533148fd101},
    {"1x5-swedish", 0x03990296ad742d6d},
    {"1x8", 0x2eab0f32d11c921d},
    {"1x8-icelandic", 0x1715abc963068c60},
    {"1x8-swedish", 0xb32814e96398a5e7},
    {"2x2", 0xea5c4b79ea1e1bad},
    {"2x2-icelandic", 0x9d1234b886382103},
    {"2x2-swedish", 0x8c1bb3b40d1b19e5},
    {"2x3", 0xcdd080697fae1243},
    {"2x3-icelandic", 0x064c0592240b1a9f},
    {"2x3-swedish", 0x522b017dc55dfcc1},
    {"2x4", 0x5ea7f6e4ab5c2ab8},
    {"2x4-0x3030", 0xb02ccd3535bd9ccc},
    {"2x4-icelandic", 0x55d8f9ecd2ef7eea},
    {"2x4-swedish", 0x376ce3aa971db146},
    {"2x5", 0x500c2a258448986f},
    {"2x5-icelandic", 0x2567746521c86424},
    {"2x5-swedish", 0x474566e5c5fb4384},
    {"2x6", 0xd58f3fb2a7433469},
    {"2x6-icelandic", 0xe3640737f67f8f9f},
    {"2x6-swedish", 0xb38da1afbcb207a1},
    {"3x3", 0x7aca203c6a459429},
    {"3x3-0x1003", 0x8f9404f85dcf7220},
    {"3x3-icelandic", 0xe8e044fedff24bc4},
    {"3x3-swedish", 0xce9b15ec21100c02},
    {"3x4", 0x4d1a3f6277f8423c},
    {"3x4-0x1c003", 0x7dfe0bdb309df2e4},
    {"3x4-icelandic", 0x7cfd548a7b582ee6},
    {"3x4-swedish", 0xe597270cab321def},
    {"3x5-icelandic", 0xac936f70003536ab},
    {"3x5-swedish", 0x0e0cfaedeb5e8cb6},
    {"4x4-icelandic", 0xbd54121f29c28f57},
    {"4x4-swedish", 0xe26967a31ebd0fa1},
    {"5x5-0xffffffffffff", 0x9b7f30c9a17cf24a},
    {"1x1-nimstring", 0xd061e07a5e8de414},
    {"1x4-nimstring", 0x7d03b94b4739c4a9},
    {"1x4-icelandic-nimstring", 0x21d87a655f2e70f8},
    {"1x4-swedish-nimstring", 0x6b9a8e757f5f5fdd},
    {"1x8-nimstring", 0xf23007bd894d4f8c},
    {"2x2-nimstring", 0x5cfd08ece8bfac7f},
    {"2x3-nimstring", 0x7d5c5112a63f6ac3},
    {"2x3-icelandic-nimstring", 0xbbb44da01dd07ec8},
    {"2x3-swedish-nimstring", 0xdaacd73d59ec5f29},
    {"2x4-nimstring", 0x7ffe4196b03a81d4},
    {"2x5-nimstring", 0xef0aa0efcbe5579d},
    {"3x3-nimstring", 0x3f851fe7989361fb},
    {"3x3-icelandic-nimstring", 0xfca90126c7de74a8},
    {"3x3-swedish-nimstring", 0x8beb2f053b030a7c},
    {"3x4-nimstring", 0x4f70049324a26865},
    {"3x4-icelandic-nimstring", 0x8b2c74ec5566e0f3},
    {"4x4-swedish-nimstring", 0xaf721762689ea5cb},
};

void expect_hash(const Golden& golden) {
  const TemporaryFolder folder;
  const TableIdentity table = table_of_folder(golden.table).value();
  const GenerateResult result = generate(
      {.board = table.board, .start = table.start, .game = table.game, .tables = folder.path()});
  EXPECT_EQ(result.manifest.content_hash, golden.hash) << golden.table;
  // The files have the same values.
  EXPECT_NO_THROW(verify_bytes(Table(result.folder))) << golden.table;
}

// Returns whether the table has so many values that only the long test makes it.
bool is_long(const Golden& golden) {
  const TableIdentity table = table_of_folder(golden.table).value();
  return table.board.edges() - count_bits(table.start) > (test::kSanitized ? 24 : 27);
}

TEST(GoldenHashes, AreUnchanged) {
  for (const Golden& golden : kGolden) {
    if (!is_long(golden)) expect_hash(golden);
  }
}

TEST(GoldenHashes, LongRunOfLargerTablesAreUnchanged) {
  for (const Golden& golden : kGolden) {
    if (is_long(golden)) expect_hash(golden);
  }
}

}  // namespace pipo::golden_hashes_test
