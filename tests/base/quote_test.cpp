#include "probe/base/quote.hpp"

#include <gtest/gtest.h>

namespace pipo::quote_test {

TEST(Quote, KeepsPrintableText) {
  EXPECT_EQ(pipo::quoted("3x3:01"), "'3x3:01'");
  EXPECT_EQ(pipo::quoted(""), "''");
  EXPECT_EQ(pipo::quoted('~'), "'~'");
}

TEST(Quote, ShowsOtherBytesInHexadecimal) {
  EXPECT_EQ(pipo::quoted(std::string_view("a\n\0\x7f\x80\xff", 6)), "'a\\x0a\\x00\\x7f\\x80\\xff'");
  EXPECT_EQ(pipo::quoted('\t'), "'\\x09'");
}

TEST(Quote, CutsLongText) {
  EXPECT_EQ(pipo::quoted(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
  EXPECT_EQ(pipo::quoted(std::string(61, 'a')), "'" + std::string(60, 'a') + "...'");
}

TEST(Printable, KeepsText) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("tables/3x4: 'x' \\x41"), "tables/3x4: 'x' \\x41");
  EXPECT_EQ(printable("caf\u00e9 \u2500\u2502 \U0001f600"), "caf\u00e9 \u2500\u2502 \U0001f600");
}

TEST(Printable, ShowsControlCharacters) {
  EXPECT_EQ(printable("\x1b[2J\r\n\t\x07\x7f"), "\\x1b[2J\\x0d\\x0a\\x09\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  // Also the control characters of Latin 1: a terminal may take U+009B for the beginning of an
  // escape sequence.
  EXPECT_EQ(printable("\u009b31m\u00a0"), "\\xc2\\x9b31m\u00a0");
}

TEST(Printable, ShowsMalformedUtf8) {
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("a\xc3"), "a\\xc3");         // truncated
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");  // overlong
  EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a surrogate pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("\x80z"), "\\x80z");
}

}  // namespace pipo::quote_test
