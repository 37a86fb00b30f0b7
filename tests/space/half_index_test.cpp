#include "probe/space/half_index.hpp"

#include <gtest/gtest.h>

namespace pipo::half_index_test {

// Halves without rows, with one or more columns, and with edges drawn at the start.
std::vector<HalfShape> shapes() {
  return {{.columns = 3, .rows = 0},
          {.columns = 1, .rows = 5},
          {.columns = 2, .rows = 3},
          {.columns = 4, .rows = 1},
          {.columns = 3, .rows = 2},
          {.columns = 3, .rows = 2, .start = 0b1110001'1111001, .border_start = 0b010}};
}

TEST(HalfIndex, ListsAreSortedAndInvertible) {
  for (const HalfShape& shape : shapes()) {
    const HalfIndex index(shape);
    std::uint64_t listed = 0;
    for (BorderState border = 0; border < 1U << shape.columns; ++border) {
      for (int drawn = 0; drawn <= index.maximum_drawn(); ++drawn) {
        const auto list = index.list(border, drawn);
        ASSERT_EQ(list.size(), index.size(border, drawn));
        for (std::uint32_t number = 0; number < list.size(); ++number) {
          ASSERT_TRUE(number == 0 || list[number - 1] < list[number]);
          ASSERT_EQ(index.number(border, list[number]), number);
          ASSERT_EQ(index.configuration(border, drawn, number), list[number]);
          ASSERT_TRUE(index.contains(border, list[number]));
        }
        listed += list.size();
      }
    }
    EXPECT_GT(listed, 0U);
  }
}

}  // namespace pipo::half_index_test
