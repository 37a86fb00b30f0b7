// UTF-8 is decoded, and untrusted text escaped.
#include "probe/base/quote.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace pipo::utf8_test {

// Encodes by the definition: the first byte gives the number of bytes that follow.
std::string encoded(char32_t character) {
  const auto tail = [character](int shift) {
    return static_cast<char>(0x80U | (character >> shift & 0x3fU));
  };
  if (character < 0x80) return {static_cast<char>(character)};
  if (character < 0x800) return {static_cast<char>(0xc0U | character >> 6), tail(0)};
  if (character < 0x10000) return {static_cast<char>(0xe0U | character >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0U | character >> 18), tail(12), tail(6), tail(0)};
}

TEST(Utf8, DecodesEveryCharacter) {
  for (char32_t character = 0; character <= 0x10ffff; ++character) {
    const std::string text = encoded(character);
    const bool half = character >= 0xd800 && character < 0xe000;
    ASSERT_EQ(utf8_length(text + "z"), half ? 0 : text.size())
        << static_cast<std::uint32_t>(character);
    ASSERT_TRUE(half || utf8_character(text, text.size()) == character)
        << static_cast<std::uint32_t>(character);
    ASSERT_EQ(text.size() > 1 ? utf8_length(text.substr(0, text.size() - 1)) : 0, 0U)
        << static_cast<std::uint32_t>(character);
  }
}

TEST(Utf8, RefusesMalformedText) {
  for (const char32_t beyond : {0x110000, 0x13ffff, 0x1fffff})
    EXPECT_EQ(utf8_length(encoded(beyond)), 0U);
  EXPECT_EQ(utf8_length(""), 0U);
  for (const char* bad :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf",
        "\xf8\x88\x80\x80\x80", "\xff", "\xc3z", "\xe2\x82z", "\xf0\x9f\x98z"}) {
    EXPECT_EQ(utf8_length(bad), 0U) << bad;
  }
}

}  // namespace pipo::utf8_test

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
