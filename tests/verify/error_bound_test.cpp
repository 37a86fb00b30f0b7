#include "verify/error_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pipo::test::error_bound_test {

// Returns the probability of at most `wrong` of `size` if each is wrong with this probability.
double chance_of_at_most(int wrong, int size, double share) {
  double sum = 0, term = std::pow(1 - share, size);
  for (int i = 0; i <= wrong; ++i) {
    sum += term;
    term *= share / (1 - share) * (size - i) / (i + 1);
  }
  return sum;
}

TEST(ErrorBound, IsTheRuleOfThreeIfNothingIsWrong) {
  for (const std::uint64_t size : {1ULL, 10ULL, 10'000ULL, 10'000'000ULL, 1'000'000'000'000ULL}) {
    const auto n = static_cast<double>(size);
    const double share = most_wrong_share(0, size);
    EXPECT_NEAR(share / -std::expm1(std::log(0.05) / n), 1, 1e-9) << size;
    EXPECT_LT(share, 3 / n);
    EXPECT_EQ(most_wrong_in_size(0, size), size == 1 ? 1U : 3U) << size;
  }
}

TEST(ErrorBound, IsTheShareThatWouldShowMoreMismatchesIn95PercentOfSamples) {
  for (const int size : {1, 2, 30, 1000}) {
    for (const int wrong : {0, 1, 2, 7, 29}) {
      if (wrong >= size) continue;
      const double share =
          most_wrong_share(static_cast<std::uint64_t>(wrong), static_cast<std::uint64_t>(size));
      EXPECT_NEAR(chance_of_at_most(wrong, size, share), 0.05, 1e-9) << wrong << " of " << size;
    }
  }
  EXPECT_EQ(most_wrong_share(5, 5), 1);
  EXPECT_EQ(most_wrong_in_size(1, 1'000'000), 5U);  // 4.74
}

}  // namespace pipo::test::error_bound_test
