// The bytes of the block index as docs/format.md draws them, and checksums seeded with the identity
// of the file.
#include "probe/file/block_index.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace pipo::block_index_test {

const std::vector<IndexEntry> kEntries = {
    {.offset = 0x290, .bytes = 0x1234, .values = 0x10000, .checksum = 0x0102030405060708},
    {.offset = 0x18c4, .bytes = 7, .values = 9, .checksum = 0xffeeddccbbaa9988},
};

// Written by hand: 8 bytes offset, 4 bytes length, 4 bytes entries, 8 bytes checksum.
std::vector<std::byte> golden() {
  std::vector<std::byte> bytes;
  for (const int byte : {0x90, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x34, 0x12, 0x00, 0x00,
                         0x00, 0x00, 0x01, 0x00, 0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01,
                         0xc4, 0x18, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07, 0x00, 0x00, 0x00,
                         0x09, 0x00, 0x00, 0x00, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}) {
    bytes.push_back(static_cast<std::byte>(byte));
  }
  return bytes;
}

TEST(BlockIndex, GoldenBytes) {
  EXPECT_EQ(write_index(kEntries), golden());
  EXPECT_EQ(write_index({}), std::vector<std::byte>());
}

TEST(BlockIndex, ReadsWhatIsWritten) {
  EXPECT_EQ(read_index(golden()), kEntries);
  EXPECT_TRUE(read_index({}).empty());
}

// Computed by the second reader of tests/format, which has its own XXH3.
TEST(BlockIndex, ChecksumsAreSeededWithTheFile) {
  const std::uint64_t identity = 0xf66ff21b34845a86;
  const std::vector<std::byte> bytes = golden();
  StreamedHash checksum = index_checksum(identity);
  checksum.add(std::span(bytes).first(5));
  checksum.add(std::span(bytes).subspan(5));
  EXPECT_EQ(checksum.value(), 0x8bc6145916b9c78b);
  const std::vector<std::byte> block = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
  EXPECT_EQ(block_checksum(block, identity, 5), 0xd2d5586a6d158381);
  // Modulo 2^64: a seed of 1.
  EXPECT_EQ(block_checksum(block, std::numeric_limits<std::uint64_t>::max(), 2),
            0x6b4467b443c76228);
}

}  // namespace pipo::block_index_test
