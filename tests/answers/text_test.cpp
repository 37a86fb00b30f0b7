// Numbers for people, sizes, and lines broken at spaces and indented.
#include "answers/text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pipopipette/error.hpp"

namespace pipo::test::text_test {

TEST(Units, Counts) {
  EXPECT_EQ(power_of_two(0), "1");
  EXPECT_EQ(power_of_two(10), "1024");
  for (int i = 0; i < 64; ++i) EXPECT_EQ(power_of_two(i), std::to_string(std::uint64_t{1} << i));
  EXPECT_EQ(power_of_two(64), "18446744073709551616");
  EXPECT_EQ(power_of_two(100), "1267650600228229401496703205376");
  EXPECT_EQ(human_count(950), "950");
  EXPECT_EQ(human_count(9994), "9.99 k");
  EXPECT_EQ(human_count(9997), "10.0 k");
  EXPECT_EQ(human_count(12345), "12.3 k");
  EXPECT_EQ(human_count(99'940), "99.9 k");
  EXPECT_EQ(human_count(99'970), "100 k");
  EXPECT_EQ(human_count(999700), "1.00 M");
  EXPECT_EQ(human_count(2263884012.0), "2.26 G");
}

TEST(Units, ReadsSizesInPowersOf1024) {
  EXPECT_EQ(parse_size("4096"), 4096U);
  EXPECT_EQ(parse_size("4096B"), 4096U);
  EXPECT_EQ(parse_size("2k"), 2048U);
  EXPECT_EQ(parse_size("500MB"), std::uint64_t{500} << 20);
  EXPECT_EQ(parse_size("1.5 GiB"), std::uint64_t{3} << 29);
  EXPECT_EQ(parse_size("6G"), std::uint64_t{6} << 30);
  EXPECT_EQ(parse_size("1T"), std::uint64_t{1} << 40);
}

TEST(Units, RefusesMalformedSizes) {
  for (const char* text : {"", "G", "six", "6X", "6GG", "6 G B", "-1G", "0", "inf", "nan", "1e400",
                           "9999999T", "6Gib ", "0x10", "6iB"}) {
    EXPECT_THROW(parse_size(text), BadInput) << text;
  }
}

TEST(Wrapping, BreaksAtSpacesAndIndents) {
  EXPECT_EQ(wrapped("one two", "- ", 2), "- one two\n");
  EXPECT_EQ(wrapped("  one   two ", "", 0), "one two\n");
  const std::string word(40, 'w');
  EXPECT_EQ(wrapped(word + " " + word + " " + word, "- ", 4),
            "- " + word + " " + word + "\n    " + word + "\n");
  const std::string long_word(200, 'w');
  EXPECT_EQ(wrapped("a " + long_word + " b", "", 1), "a\n " + long_word + "\n b\n");
}

}  // namespace pipo::test::text_test
