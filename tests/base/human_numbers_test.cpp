#include "probe/base/human_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace pipo::human_numbers_test {

TEST(Counted, GroupsDigitsByThree) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(2263884012), "2,263,884,012");
  EXPECT_EQ(grouped("18446744073709551616"), "18,446,744,073,709,551,616");
}

TEST(Counted, UsesTheSingularForOneOnly) {
  EXPECT_EQ(counted(0, "file"), "0 files");
  EXPECT_EQ(counted(1, "file"), "1 file");
  EXPECT_EQ(counted(2048, "file"), "2,048 files");
  EXPECT_EQ(counted(1, "box"), "1 box");
  EXPECT_EQ(counted(2, "box"), "2 boxes");
  EXPECT_EQ(counted(3, "double-cross"), "3 double-crosses");
}

TEST(SignedNumber, HasItsSignUnlessZero) {
  EXPECT_EQ(signed_number(3), "+3");
  EXPECT_EQ(signed_number(0), "0");
  EXPECT_EQ(signed_number(-3), "-3");
}

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

TEST(HumanSeconds, FromHundredthsToDays) {
  EXPECT_EQ(human_seconds(0.416), "0.42 s");
  EXPECT_EQ(human_seconds(12.34), "12.3 s");
  EXPECT_EQ(human_seconds(59.97), "1 min 00 s");
  EXPECT_EQ(human_seconds(185), "3 min 05 s");
  EXPECT_EQ(human_seconds(3599.7), "1 h 00 min");
  EXPECT_EQ(human_seconds(7620), "2 h 07 min");
  EXPECT_EQ(human_seconds(48 * 3600 - 60), "47 h 59 min");
  EXPECT_EQ(human_seconds(48 * 3600 - 1), "2 days 00 h");
  EXPECT_EQ(human_seconds(48 * 3600), "2 days 00 h");
  EXPECT_EQ(human_seconds(1970 * 3600 + 50 * 60), "82 days 03 h");
}

}  // namespace pipo::human_numbers_test
