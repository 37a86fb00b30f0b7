#include "verify/permutation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace pipo::test::permutation_test {

TEST(Permutation, HasEachNumberOnce) {
  for (const std::uint64_t size : {1U, 2U, 3U, 255U, 256U, 257U, 1000U, 65537U}) {
    for (const std::uint64_t seed : {0U, 1U, 99U}) {
      const Permutation order(size, seed);
      std::vector<bool> seen(size);
      for (std::uint64_t place = 0; place < size; ++place) {
        const std::uint64_t number = order[place];
        ASSERT_LT(number, size);
        ASSERT_FALSE(seen[number]) << size << " " << number;
        seen[number] = true;
      }
    }
  }
}

TEST(Permutation, WorksForTheLargestSize) {
  const std::uint64_t size = std::numeric_limits<std::uint64_t>::max();
  const Permutation order(size, 1);
  double sum = 0;
  for (std::uint64_t place = 0; place < 10'000; ++place) {
    ASSERT_LT(order[place], size);
    sum += static_cast<double>(order[place]) / 0x1p64;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 5 / std::sqrt(12.0 * 10'000));
}

// These permutations must never change, because files record the seed they were drawn with.
TEST(Permutation, NeverChanges) {
  const Permutation order(1000, 1);
  std::vector<std::uint64_t> first;
  for (std::uint64_t place = 0; place < 5; ++place) first.push_back(order[place]);
  EXPECT_EQ(first, (std::vector<std::uint64_t>{63, 482, 845, 918, 133}));
}

// The distribution of the first number, and of the first pair, over many seeds: chi-squared, with a
// bound that chance exceeds once in a million.
TEST(Permutation, IsUniform) {
  constexpr std::uint64_t kSize = 7;
  constexpr int kSeeds = 70'000;
  std::vector<double> first(kSize), pairs(kSize * kSize);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Permutation order(kSize, seed);
    ++first[order[0]];
    ++pairs[order[0] * kSize + order[1]];
  }
  const auto squared = [](const std::vector<double>& counts, double cells) {
    double sum = 0;
    for (const double count : counts) {
      if (count > 0) sum += (count - kSeeds / cells) * (count - kSeeds / cells) / (kSeeds / cells);
    }
    return sum;
  };
  EXPECT_LT(squared(first, kSize), 39);                // 6 degrees of freedom
  EXPECT_LT(squared(pairs, kSize * (kSize - 1)), 98);  // 41
}

}  // namespace pipo::test::permutation_test
