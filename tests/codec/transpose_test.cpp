// Compares every version of transposing with the definition, value by value.
#include "probe/codec/transpose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace pipo::transpose_test {

constexpr std::size_t kSides[] = {1, 5, 7, 8, 9, 15, 16, 17, 33, 40, 64};

class TransposeTest : public testing::TestWithParam<const Transposing*> {
 protected:
  std::vector<std::int8_t> bytes(std::size_t n) {
    std::vector<std::int8_t> some(n);
    for (auto& byte : some) byte = static_cast<std::int8_t>(random_());
    return some;
  }
  std::mt19937 random_{1};
};

TEST_P(TransposeTest, WritesOnlyTheTransposedValues) {
  for (const std::size_t rows : kSides) {
    for (const std::size_t columns : kSides) {
      const auto in = bytes(rows * (columns + 3));
      const auto before = bytes(columns * (rows + 5));
      auto copied = before;
      auto raised = before;
      auto united = before;
      GetParam()->transpose(copied.data(), rows + 5, in.data(), columns + 3, rows, columns);
      GetParam()->raise_transposed(raised.data(), rows + 5, in.data(), columns + 3, rows, columns);
      GetParam()->unite_transposed(united.data(), rows + 5, in.data(), columns + 3, rows, columns);
      for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t i = 0; i < rows + 5; ++i) {
          const std::size_t at = j * (rows + 5) + i;
          const int value = i < rows ? in[i * (columns + 3) + j] : before[at];
          ASSERT_EQ(copied[at], value);
          ASSERT_EQ(raised[at], i < rows ? std::max<int>(value, before[at]) : value);
          ASSERT_EQ(united[at], i < rows ? (value | before[at]) : value);
        }
      }
    }
  }
}

TEST_P(TransposeTest, ReadsSelectedRows) {
  for (const std::size_t rows : kSides) {
    for (const std::size_t columns : kSides) {
      std::vector<std::vector<std::int8_t>> values;
      std::vector<const std::int8_t*> starts;
      for (std::size_t i = 0; i < rows; ++i) values.push_back(bytes(columns));
      for (const auto& row : values) starts.push_back(row.data());
      std::vector<std::int8_t> turned(rows * columns);
      GetParam()->transpose_rows(turned.data(), rows, starts.data(), rows, columns);
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) ASSERT_EQ(turned[j * rows + i], values[i][j]);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, TransposeTest,
                         testing::ValuesIn(available_transposing()),
                         [](const auto& set) { return std::string(set.param->instructions); });

}  // namespace pipo::transpose_test
