// The loops of every instruction set count as the definition says.
#include "generator/writer/value_counter.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace pipo::value_counter_test {

class ValueCounterTest : public testing::TestWithParam<const ValueCounting*> {
 protected:
  // Fills rows with values of a range, and compares the counts.
  void compare(int rows, int columns, int least, int greatest) {
    std::vector<std::vector<std::int8_t>> values(
        static_cast<std::size_t>(rows),
        std::vector<std::int8_t>(static_cast<std::size_t>(columns)));
    std::vector<const std::int8_t*> starts;
    ValueCounts expected{};
    for (auto& row : values) {
      starts.push_back(row.data());
      for (std::int8_t& value : row) {
        value = static_cast<std::int8_t>(std::uniform_int_distribution(least, greatest)(random_));
        ++expected[static_cast<std::uint8_t>(value)];
      }
    }
    ValueCounts counts{};
    GetParam()->count(starts, values.front().size(), counts);
    EXPECT_EQ(counts, expected) << rows << " rows of " << columns << ", from " << least;
    GetParam()->count(starts, values.front().size(), counts);
    for (std::uint64_t& count : expected) count *= 2;
    EXPECT_EQ(counts, expected);
  }

  std::minstd_rand random_{1};
};

TEST_P(ValueCounterTest, CountsRowsOfAnyLength) {
  for (const int columns : {1, 7, 15, 16, 17, 31, 32, 33, 47, 60, 64, 100, 255, 256}) {
    for (const int rows : {1, 3, 256}) compare(rows, columns, -9, 8);
  }
}

TEST_P(ValueCounterTest, CountsAnyValues) {
  for (const auto& [least, greatest] :
       {std::pair(0, 0), {5, 6}, {-32, 32}, {-128, 127}, {120, 127}}) {
    compare(300, 45, least, greatest);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, ValueCounterTest,
                         testing::ValuesIn(available_value_counting()), [](const auto& counting) {
                           return std::string(counting.param->instructions);
                         });

}  // namespace pipo::value_counter_test
