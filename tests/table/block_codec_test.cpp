// Blocks of all shapes come back as they went; bytes that are not a block are refused.
#include "probe/table/block_codec.hpp"

#include <gtest/gtest.h>

#include <random>

#include "probe/table/transpose.hpp"

namespace pipo {
namespace {

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

std::vector<std::byte> encoded(const Values& block, Lines lines) {
  static BlockEncoder encoder;
  std::vector<std::byte> bytes{std::byte{42}};  // what is there already stays
  encoder.encode({block.starts(), block.columns}, lines, bytes);
  EXPECT_EQ(bytes.front(), std::byte{42});
  bytes.erase(bytes.begin());
  return bytes;
}

void expect_round_trip(const Values& block) {
  for (const Lines lines : {Lines::rows, Lines::columns}) {
    SCOPED_TRACE(std::to_string(block.rows) + "x" + std::to_string(block.columns));
    const std::vector<std::byte> bytes = encoded(block, lines);
    static BlockDecoder decoder;
    PackedBlock decoded;
    ASSERT_EQ(decoder.decode(Codec::packed_zstd, bytes, block.rows, block.columns, decoded), "");
    std::vector<std::int8_t> halves;
    decoded.unpack(halves);
    ASSERT_EQ(halves.size(), block.values.size());
    for (std::uint32_t row = 0; row < block.rows; ++row) {
      for (std::uint32_t column = 0; column < block.columns; ++column) {
        const std::size_t i = row * block.columns + column;
        ASSERT_EQ(halves[i], block.values[i] >> 1);
        ASSERT_EQ(decoded.half(row, column), block.values[i] >> 1);
      }
    }
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
  const std::pair<int, int> ranges[] = {{0, 0},    {-1, 0},  {3, 3},     {-32, -32}, {0, 3},
                                        {-4, 3},   {-1, 2},  {-16, 15},  {-32, 32},  {-9, 25},
                                        {-64, 63}, {31, 32}, {-128, 127}};
  for (const auto& [rows, columns] : sizes) {
    for (const auto& [least, greatest] : ranges) {
      expect_round_trip(random_block(rows, columns, least, greatest));
    }
  }
}

TEST(BlockCodec, RegularBlocksShrink) {
  Values block{256, 256, std::vector<std::int8_t>(65536)};
  for (std::size_t i = 0; i < block.values.size(); ++i) {
    block.values[i] = static_cast<std::int8_t>(i / 256 % 7 - 3);
  }
  expect_round_trip(block);
  EXPECT_LT(encoded(block, Lines::rows).size(), 1000U);
  block.values.assign(65536, 5);
  EXPECT_EQ(encoded(block, Lines::rows).size(), 2U);
}

TEST(BlockCodec, RefusesWhatIsNoBlock) {
  BlockDecoder decoder;
  PackedBlock decoded;
  for (const Values& block : {random_block(64, 64, -3, 3), random_block(2, 3, -9, 9)}) {
    const std::vector<std::byte> bytes = encoded(block, Lines::rows);
    const auto refused = [&](std::span<const std::byte> part, std::uint32_t rows,
                             std::uint32_t columns) {
      return !decoder.decode(Codec::packed_zstd, part, rows, columns, decoded).empty();
    };
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      EXPECT_TRUE(refused(std::span(bytes).first(length), block.rows, block.columns)) << length;
    }
    EXPECT_TRUE(refused(bytes, block.rows + 1, block.columns));
    EXPECT_TRUE(refused(bytes, 1, block.columns));
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_TRUE(refused(longer, block.rows, block.columns));
    std::vector<std::byte> wider = bytes;
    wider[0] |= std::byte{3};
    EXPECT_TRUE(refused(wider, block.rows, block.columns));
    EXPECT_FALSE(
        decoder.decode(static_cast<Codec>(2), bytes, block.rows, block.columns, decoded).empty());
  }
}

// Whatever the bytes, no crash; the checksum is for telling wrong ones.
TEST(BlockCodec, SurvivesFlippedBits) {
  BlockDecoder decoder;
  PackedBlock decoded;
  std::mt19937 random(3);
  const Values block = random_block(100, 100, -2, 2);
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::byte> bytes = encoded(block, Lines::columns);
    bytes[random() % bytes.size()] ^= static_cast<std::byte>(1U << random() % 8);
    if (!decoder.decode(Codec::packed_zstd, bytes, 100, 100, decoded).empty()) continue;
    std::vector<std::int8_t> halves;
    decoded.unpack(halves);
    EXPECT_EQ(halves.size(), 10000U);
  }
}

TEST(Transpose, TurnsRowsIntoColumns) {
  for (const auto& [rows, columns] :
       {std::pair{1U, 1U}, {8U, 8U}, {7U, 20U}, {17U, 9U}, {40U, 64U}}) {
    const Values matrix = random_block(rows, columns, -128, 127);
    std::vector<std::int8_t> turned(matrix.values.size());
    transpose(matrix.starts(), columns, turned.data());
    for (std::uint32_t row = 0; row < rows; ++row) {
      for (std::uint32_t column = 0; column < columns; ++column) {
        ASSERT_EQ(turned[column * rows + row], matrix.values[row * columns + column]);
      }
    }
  }
}

}  // namespace
}  // namespace pipo
