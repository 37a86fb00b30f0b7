// Every call is made once. If several calls fail, the error of the lowest number is thrown.
#include "probe/base/in_parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace pipo::in_parallel_test {

TEST(InParallel, CallsEachOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    for (const std::size_t count : {0UL, 1UL, 5UL, 1000UL}) {
      std::vector<std::atomic<int>> calls(count);
      in_parallel(count, threads, [&](std::size_t i) { ++calls[i]; });
      for (const auto& times : calls) EXPECT_EQ(times, 1);
    }
  }
}

TEST(InParallel, ThrowsTheErrorOfTheFirstCall) {
  for (int again = 0; again < 50; ++again) {
    try {
      in_parallel(1000, 4, [](std::size_t i) {
        if (i >= 17 && i % 3 != 0) throw std::runtime_error(std::to_string(i));
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()), "17");
    }
  }
}

// The thread with the lower number is often slower.
TEST(InParallel, EveryTakenNumberIsCalled) {
  for (int again = 0; again < 20'000; ++again) {
    try {
      in_parallel(40, 2, [](std::size_t i) {
        if (i >= 17 && i % 2 == 1) throw i;
      });
      FAIL() << "nothing was thrown";
    } catch (const std::size_t i) {
      ASSERT_EQ(i, 17U);
    }
  }
}

TEST(InParallel, StartsNoCallAfterAFailure) {
  std::atomic<int> calls = 0;
  EXPECT_THROW(in_parallel(1'000'000, 1,
                           [&](std::size_t i) {
                             ++calls;
                             if (i == 3) throw std::logic_error("enough");
                           }),
               std::logic_error);
  EXPECT_EQ(calls, 4);
}

}  // namespace pipo::in_parallel_test
