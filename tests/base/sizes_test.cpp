#include "probe/base/sizes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace pipo {
namespace {

constexpr std::uint64_t kKib = 1 << 10;
constexpr std::uint64_t kGib = 1 << 30;
constexpr std::uint64_t kTib = kGib << 10;

TEST(Sizes, UseBinaryUnits) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(1000), "0.98 KiB");
  EXPECT_EQ(human_bytes(46 * kKib), "46.0 KiB");
  EXPECT_EQ(human_bytes(123 << 20), "123 MiB");
  EXPECT_EQ(human_bytes(3 * kTib), "3.00 TiB");
  EXPECT_EQ(human_bytes(5000 * kTib), "5000 TiB");
}

TEST(Sizes, AreRoundedToThreeDigits) {
  EXPECT_EQ(human_bytes(kGib + kGib / 1000), "1.00 GiB");
  EXPECT_EQ(human_bytes(10 * kGib - 1), "10.0 GiB");
  EXPECT_EQ(human_bytes(100 * kGib - 1), "100 GiB");
  EXPECT_EQ(human_bytes(1000 * kGib - 1), "0.98 TiB");
  // 9.993, 9.997, 99.94 and 99.96.
  EXPECT_EQ(human_bytes(10233), "9.99 KiB");
  EXPECT_EQ(human_bytes(10237), "10.0 KiB");
  EXPECT_EQ(human_bytes(102339), "99.9 KiB");
  EXPECT_EQ(human_bytes(102359), "100 KiB");
}

TEST(Sizes, AreRoundedUp) {
  EXPECT_EQ(human_bytes_rounded_up(0), "0 B");
  EXPECT_EQ(human_bytes_rounded_up(999), "999 B");
  EXPECT_EQ(human_bytes_rounded_up(kGib), "1.00 GiB");
  EXPECT_EQ(human_bytes_rounded_up(kGib + 1), "1.01 GiB");
  EXPECT_EQ(human_bytes_rounded_up(2'290'000'000), "2.14 GiB");
  EXPECT_EQ(human_bytes_rounded_up(10 * kGib + 1), "10.1 GiB");
  EXPECT_EQ(human_bytes_rounded_up(100 * kGib + 1), "101 GiB");
  EXPECT_EQ(human_bytes_rounded_up(999 * kGib), "999 GiB");
  EXPECT_EQ(human_bytes_rounded_up(999 * kGib + 1), "0.98 TiB");
}

// Parses a size as --memory does.
std::uint64_t read_back(const std::string& text) {
  const std::string unit = text.substr(text.find(' ') + 1);
  const int power = unit == "KiB" ? 10 : unit == "MiB" ? 20 : unit == "GiB" ? 30 : 40;
  return static_cast<std::uint64_t>(std::ldexp(std::stod(text), unit == "B" ? 0 : power));
}

TEST(Sizes, RoundedUpAreAtMostSlightlyTooLarge) {
  for (std::uint64_t bytes = 1; bytes < 2000 * kTib; bytes += 1 + bytes / 997) {
    const std::uint64_t enough = read_back(human_bytes_rounded_up(bytes));
    ASSERT_GE(enough, bytes);
    // Sizes from 0.98 of a unit on are in this unit, with two digits.
    ASSERT_LE(enough - bytes, bytes / 97) << bytes;
  }
}

}  // namespace
}  // namespace pipo
