// Blocks of all shapes decode to their values; malformed blocks are refused.
#include "probe/codec/block_codec.hpp"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

#include "probe/codec/packed_block.hpp"

namespace pipo::block_codec_test {

struct Values {
  std::uint32_t rows;
  std::uint32_t columns;
  std::vector<std::int8_t> values;

  std::vector<const std::int8_t*> starts() const {
    std::vector<const std::int8_t*> starts;
    for (std::uint32_t row = 0; row < rows; ++row) starts.push_back(&values[row * columns]);
    return starts;
  }
};

std::vector<std::byte> encoded(const Values& block, Lines lines, References references) {
  static BlockEncoder packed(References::no);
  static BlockEncoder referenced(References::yes);
  BlockEncoder& encoder = references == References::no ? packed : referenced;
  std::vector<std::byte> bytes{std::byte{42}};  // encoding appends
  encoder.encode({block.starts(), block.columns}, lines, bytes);
  EXPECT_EQ(bytes.front(), std::byte{42});
  bytes.erase(bytes.begin());
  return bytes;
}

void expect_round_trip(const Values& block, Lines lines, References references) {
  SCOPED_TRACE(std::to_string(block.rows) + "x" + std::to_string(block.columns) +
               (references == References::no ? " packed" : " with references"));
  const std::vector<std::byte> bytes = encoded(block, lines, references);
  static BlockDecoder decoder;
  PackedBlock decoded;
  ASSERT_EQ(decoder.decode(bytes, block.rows, block.columns, decoded), "");
  std::vector<std::int8_t> halved;
  decoded.unpack(halved);
  ASSERT_EQ(halved.size(), block.values.size());
  for (std::uint32_t row = 0; row < block.rows; ++row) {
    for (std::uint32_t column = 0; column < block.columns; ++column) {
      const std::size_t i = row * block.columns + column;
      ASSERT_EQ(halved[i], block.values[i] >> 1);
      ASSERT_EQ(decoded.halved(row, column), block.values[i] >> 1);
    }
  }
}

void expect_round_trip(const Values& block) {
  for (const Lines lines : {Lines::rows, Lines::columns}) {
    expect_round_trip(block, lines, References::no);
    expect_round_trip(block, lines, References::yes);
  }
}

Values random_block(std::uint32_t rows, std::uint32_t columns, int least, int greatest) {
  static std::mt19937 random(7);
  std::uniform_int_distribution<int> value(least, greatest);
  Values block{rows, columns, std::vector<std::int8_t>(rows * columns)};
  for (std::int8_t& v : block.values) v = static_cast<std::int8_t>(value(random));
  return block;
}

TEST(BlockCodec, RoundTrips) {
  const std::pair<std::uint32_t, std::uint32_t> sizes[] = {
      {1, 1},  {1, 2},   {2, 1},   {1, 256}, {256, 1},  {3, 5},     {7, 9},    {8, 8},
      {9, 17}, {16, 15}, {31, 33}, {64, 63}, {255, 77}, {256, 256}, {255, 255}};
  const std::pair<int, int> ranges[] = {{0, 0},    {-1, 0},   {3, 3},   {-32, -32},
                                        {0, 3},    {-4, 3},   {-1, 2},  {32, 32},
                                        {-16, 15}, {-32, 32}, {-9, 25}, {31, 32}};
  for (const auto& [rows, columns] : sizes) {
    for (const auto& [least, greatest] : ranges) {
      expect_round_trip(random_block(rows, columns, least, greatest));
    }
  }
}

// Lines similar to earlier ones except for some distant values, as in a real table.
Values similar_lines(std::uint32_t rows, std::uint32_t columns, int greatest) {
  Values block = random_block(rows, columns, 0, greatest);
  std::mt19937 random(9);
  for (std::uint32_t row = 3; row < rows; ++row) {
    const auto like = static_cast<std::uint32_t>(random() % row);
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (random() % 8 == 0) continue;
      block.values[row * columns + column] = block.values[like * columns + column];
    }
  }
  return block;
}

TEST(BlockCodec, SimilarLinesUseReferences) {
  for (const auto& [rows, columns] :
       {std::pair{256U, 256U}, {256U, 31U}, {33U, 256U}, {100U, 99U}}) {
    for (const int greatest : {1, 3, 5, 13, 31}) {
      const Values block = similar_lines(rows, columns, greatest);
      expect_round_trip(block);
      const std::size_t packed = encoded(block, Lines::rows, References::no).size();
      const std::size_t referenced = encoded(block, Lines::rows, References::yes).size();
      EXPECT_LE(referenced, packed + 100);
      if (rows == 256 && columns == 256 && greatest > 3) {
        EXPECT_LT(referenced, packed);
      }
    }
  }
}

// Such a block is refused even with the right checksum, because twice its halved value does not fit
// a byte.
TEST(BlockCodec, RefusesValuesOutOfRange) {
  for (const auto& [least, greatest] :
       {std::pair{-34, -34}, {34, 34}, {30, 35}, {-33, 32}, {-64, 63}, {-128, 127}, {100, 127}}) {
    for (const std::uint32_t size : {8U, 100U}) {
      Values block = random_block(size, size, least, greatest);
      block.values.front() = static_cast<std::int8_t>(least);
      block.values.back() = static_cast<std::int8_t>(greatest);
      for (const References references : {References::no, References::yes}) {
        const auto bytes = encoded(block, Lines::rows, references);
        PackedBlock decoded;
        const auto problem = BlockDecoder().decode(bytes, size, size, decoded);
        if (problem.empty()) {
          // Small widths can encode some invalid values, but none so large that it wraps around.
          std::vector<std::int8_t> halved;
          decoded.unpack(halved);
          for (const std::int8_t half : halved) EXPECT_TRUE(half >= -16 && half <= 31) << int{half};
        } else {
          EXPECT_EQ(problem, "a value is not a margin of any board");
        }
        EXPECT_TRUE(least == 30 || !problem.empty()) << least;
      }
    }
  }
}

TEST(BlockCodec, RegularBlocksShrink) {
  Values block{256, 256, std::vector<std::int8_t>(65536)};
  for (std::size_t i = 0; i < block.values.size(); ++i) {
    block.values[i] = static_cast<std::int8_t>(i / 256 % 7 - 3);
  }
  expect_round_trip(block);
  for (const References references : {References::no, References::yes}) {
    EXPECT_LT(encoded(block, Lines::rows, references).size(), 1000U);
  }
  block.values.assign(65536, 5);
  for (const References references : {References::no, References::yes}) {
    EXPECT_EQ(encoded(block, Lines::rows, references).size(), 2U);
  }
}

TEST(BlockCodec, RefusesMalformedBlocks) {
  BlockDecoder decoder;
  PackedBlock decoded;
  for (const References references : {References::no, References::yes}) {
    for (const Values& block :
         {random_block(64, 64, -3, 3), random_block(2, 3, -9, 9), similar_lines(90, 70, 11)}) {
      const std::vector<std::byte> bytes = encoded(block, Lines::rows, references);
      const auto refused = [&](std::span<const std::byte> part, std::uint32_t rows,
                               std::uint32_t columns) {
        return !decoder.decode(part, rows, columns, decoded).empty();
      };
      for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_TRUE(refused(std::span(bytes).first(length), block.rows, block.columns)) << length;
      }
      EXPECT_TRUE(refused(bytes, block.rows + 1, block.columns));
      EXPECT_TRUE(refused(bytes, 1, block.columns));
      std::vector<std::byte> longer = bytes;
      longer.push_back(std::byte{0});
      EXPECT_TRUE(refused(longer, block.rows, block.columns));
      std::vector<std::byte> other = bytes;
      other[0] |= std::byte{5};
      EXPECT_TRUE(refused(other, block.rows, block.columns));
    }
  }
}

// No bytes may crash the decoder; detecting wrong values is the checksum's task.
TEST(BlockCodec, SurvivesFlippedBits) {
  BlockDecoder decoder;
  PackedBlock decoded;
  std::mt19937 random(3);
  for (const References references : {References::no, References::yes}) {
    for (const Values& block : {random_block(100, 100, -2, 2), similar_lines(100, 100, 11)}) {
      const std::vector<std::byte> bytes = encoded(block, Lines::columns, references);
      for (int i = 0; i < 3000; ++i) {
        std::vector<std::byte> damaged = bytes;
        damaged[random() % damaged.size()] ^= static_cast<std::byte>(1U << random() % 8);
        if (!decoder.decode(damaged, 100, 100, decoded).empty()) continue;
        std::vector<std::int8_t> halved;
        decoded.unpack(halved);
        ASSERT_EQ(halved.size(), 10000U);
        for (std::uint32_t row = 0; row < 100; ++row) {
          ASSERT_EQ(static_cast<std::int8_t>(decoded.halved(row, 37)), halved[row * 100 + 37]);
        }
      }
    }
  }
}

// An uncompressed block with references whose numbers are all 0.
std::vector<std::byte> zeros_with_references(const ReferencedShape& shape) {
  std::vector<std::byte> bytes(3 + shape.least_bytes());
  bytes[0] = std::byte{kReferenced | kPlain};
  bytes[2] = static_cast<std::byte>(shape.greatest);
  for (std::uint32_t number = 0; number <= shape.greatest; ++number) {
    for (std::uint32_t place = 0; place <= shape.greatest; ++place) {
      bytes[3 + shape.lists_at + number * shape.list_bytes + place / 2] |=
          static_cast<std::byte>(place << 4 * (place % 2));
    }
  }
  return bytes;
}

TEST(BlockCodec, RefusesReferencesInTooLargeBlocks) {
  BlockDecoder decoder;
  PackedBlock decoded;
  for (const auto& [rows, columns, problem] :
       {std::tuple{kMaximumLines, 2U, ""},
        {2U, kMaximumLineLength, ""},
        {kMaximumLines + 1, 2U, "it is too large for references"},
        {2U, kMaximumLineLength + 1, "it is too large for references"}}) {
    const auto bytes = zeros_with_references({rows, columns, 7});
    EXPECT_EQ(decoder.decode(bytes, rows, columns, decoded), problem) << rows << "x" << columns;
  }
}

// Uncompressed blocks with references, so that damage reaches the references.
TEST(BlockCodec, SurvivesWrongReferences) {
  BlockDecoder decoder;
  PackedBlock decoded;
  std::mt19937 random(4);
  const ReferencedShape shape(20, 30, 7);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::byte> bytes(3 + shape.least_bytes() + random() % 4);
    bytes[0] = std::byte{kReferenced | 128};
    bytes[2] = std::byte{7};
    for (std::uint32_t number = 0; number < 8; ++number) {
      for (std::uint32_t pair = 0; pair < 4; ++pair) {
        bytes[3 + shape.lists_at + number * shape.list_bytes + pair] =
            static_cast<std::byte>(2 * pair | (2 * pair + 1) << 4);
      }
    }
    for (int change = static_cast<int>(random() % 4); change > 0; --change) {
      bytes[3 + random() % (bytes.size() - 3)] = static_cast<std::byte>(random() % 256);
    }
    if (!decoder.decode(bytes, 20, 30, decoded).empty()) continue;
    ++accepted;
    std::vector<std::int8_t> halved;
    decoded.unpack(halved);
    for (std::uint32_t row = 0; row < 20; ++row) {
      ASSERT_EQ(decoded.halved(row, 29), halved[row * 30 + 29]);
    }
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace pipo::block_codec_test
