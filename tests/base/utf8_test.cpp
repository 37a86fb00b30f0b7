// Text in UTF-8, character by character.
#include "probe/base/utf8.hpp"

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
