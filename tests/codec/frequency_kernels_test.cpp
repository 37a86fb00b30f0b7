// The kernels of every instruction set do what their declarations say.
#include "probe/codec/frequency_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

namespace pipo::frequency_kernels_test {

constexpr std::size_t kLengths[] = {1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 100, 255, 256};

using Line = std::vector<std::uint8_t>;

class RankKernelsTest : public testing::TestWithParam<const FrequencyKernels*> {
 protected:
  const FrequencyKernels& kernels() const { return *GetParam(); }

  Line random_line(std::size_t length, unsigned greatest) {
    Line line(length);
    for (auto& value : line) value = static_cast<std::uint8_t>(random_() % (greatest + 1));
    return line;
  }

  FrequencyTable random_table() {
    FrequencyTable table;
    for (std::size_t above = 0; above < 16; ++above) {
      auto& list = table.value[above];
      std::iota(list.begin(), list.end(), std::uint8_t{0});
      std::shuffle(list.begin(), list.end(), random_);
      for (std::size_t rank = 0; rank < kEscape; ++rank) table.by_rank[rank][above] = list[rank];
    }
    return table;
  }

  std::mt19937 random_{3};
};

unsigned rank_of(const FrequencyTable& table, std::uint8_t above, std::uint8_t value) {
  const auto& list = table.value[above];
  return static_cast<unsigned>(std::find(list.begin(), list.end(), value) - list.begin());
}

TEST_P(RankKernelsTest, EncodesAndDecodes) {
  for (const std::size_t length : kLengths) {
    for (const unsigned greatest : {0U, 1U, 7U, 15U}) {
      const FrequencyTable table = random_table();
      const Line values = random_line(length, greatest);
      const Line reference = random_line(length, 15);
      std::vector<std::byte> packed((length + 3) / 4, std::byte{0xaa});
      std::vector<std::uint16_t> escapes(length);
      const std::size_t found = kernels().codes_of_line(values.data(), reference.data(), table,
                                                        length, packed.data(), escapes.data());
      std::vector<std::uint16_t> expected;
      for (std::size_t i = 0; i < length; ++i) {
        const unsigned rank = rank_of(table, reference[i], values[i]);
        const auto byte = std::to_integer<unsigned>(packed[i / 4]);
        ASSERT_EQ(byte >> (i % 4 * 2) & 3, std::min<unsigned>(rank, kEscape)) << length << " " << i;
        if (rank >= kEscape) expected.push_back(static_cast<std::uint16_t>(i));
      }
      if (length % 4 != 0) {
        EXPECT_EQ(std::to_integer<unsigned>(packed.back()) >> (length % 4 * 2), 0U);
      }
      ASSERT_EQ(std::vector(escapes.begin(), escapes.begin() + static_cast<long>(found)), expected);

      Line back(length, 99);
      const std::size_t again = kernels().values_of_line(packed.data(), reference.data(), table,
                                                         length, back.data(), escapes.data());
      ASSERT_EQ(std::vector(escapes.begin(), escapes.begin() + static_cast<long>(again)), expected);
      for (const std::uint16_t place : expected) back[place] = values[place];
      ASSERT_EQ(back, values);
    }
  }
}

// The bits after a line's last code are not zero in every file.
TEST_P(RankKernelsTest, CountsEscapes) {
  for (const std::size_t length : kLengths) {
    for (const std::size_t lines : {1UL, 2UL, 256UL}) {
      const std::size_t line_bytes = (length + 3) / 4;
      std::vector<std::byte> packed(lines * line_bytes);
      for (std::byte& byte : packed) byte = static_cast<std::byte>(random_() | random_());
      std::uint32_t expected = 0;
      std::vector<std::uint16_t> before(lines);
      const std::uint32_t found =
          kernels().count_escapes(packed.data(), lines, length, before.data());
      for (std::size_t line = 0; line < lines; ++line) {
        ASSERT_EQ(before[line], expected) << lines << " " << length;
        for (std::size_t i = 0; i < length; ++i) {
          const std::byte byte = packed[line * line_bytes + i / 4];
          expected += (std::to_integer<unsigned>(byte) >> (i % 4 * 2) & 3) == kEscape;
        }
      }
      ASSERT_EQ(found, expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, RankKernelsTest,
                         testing::ValuesIn(available_frequency_kernels()), [](const auto& kernels) {
                           return std::string(kernels.param->instructions);
                         });

}  // namespace pipo::frequency_kernels_test
