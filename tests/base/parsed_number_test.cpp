// Texts that are one number, and texts that are not.
#include "probe/base/parsed_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace pipo::parsed_number_test {

TEST(ParsedNumber, WholeTexts) {
  EXPECT_EQ(parsed_number<int>("-12"), -12);
  EXPECT_EQ(parsed_number<std::uint64_t>("18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(parsed_number<unsigned char>("fF", 16), 255);
  EXPECT_EQ(parsed_number<double>("2.5", std::chars_format::fixed), 2.5);
  EXPECT_EQ(parsed_number<double>("1e2"), 100);
}

TEST(ParsedNumber, OtherTexts) {
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "0x1", "2147483648", "--1"}) {
    EXPECT_FALSE(parsed_number<int>(text)) << text;
  }
  EXPECT_FALSE(parsed_number<unsigned char>("100", 16));
  EXPECT_FALSE(parsed_number<std::uint64_t>("-1"));
  EXPECT_FALSE(parsed_number<double>("1e2", std::chars_format::fixed));
}

}  // namespace pipo::parsed_number_test
