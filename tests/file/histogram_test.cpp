// Counts values by margin.
#include "probe/file/histogram.hpp"

#include <gtest/gtest.h>

namespace pipo::histogram_test {

TEST(Histogram, EveryMarginHasItsOwnCount) {
  Histogram histogram;
  EXPECT_EQ(histogram.total(), 0U);
  for (int margin = -32; margin <= 32; ++margin) {
    histogram[margin] += static_cast<std::uint64_t>(100 + margin);
  }
  const Histogram& filled = histogram;
  for (int margin = -32; margin <= 32; ++margin) {
    EXPECT_EQ(filled[margin], static_cast<std::uint64_t>(100 + margin));
  }
  EXPECT_EQ(filled.total(), 65U * 100);
}

TEST(Histogram, AddsMarginByMargin) {
  Histogram one;
  one[-32] = 1;
  one[7] = std::uint64_t{1} << 40;
  Histogram other;
  other[-32] = 3;
  other[7] = 5;
  other[32] = 2;
  one.add(other);
  EXPECT_EQ(one[-32], 4U);
  EXPECT_EQ(one[7], (std::uint64_t{1} << 40) + 5);
  EXPECT_EQ(one[32], 2U);
  EXPECT_EQ(one.total(), (std::uint64_t{1} << 40) + 11);
  EXPECT_EQ(other.total(), 10U);
}

}  // namespace pipo::histogram_test
