#include "probe/base/quote.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace pipo {

std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i, unsigned least = 0x80, unsigned most = 0xbf) {
    return byte(i) >= least && byte(i) <= most;
  };
  const unsigned first = byte(0);
  if (text.empty()) return 0;
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool fits = follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
    return fits && follows(2) ? 3 : 0;
  }
  if (first < 0xf0 || first > 0xf4) return 0;
  const bool fits = follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
  return fits && follows(2) && follows(3) ? 4 : 0;
}

char32_t utf8_character(std::string_view text, std::size_t length) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  char32_t character = length == 1 ? byte(0) : byte(0) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) character = character << 6 | (byte(i) & 0x3fU);
  return character;
}

namespace {

constexpr std::size_t kLongest = 60;

std::string escaped(char character) {
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(character));
}

std::string plain(char character) {
  return character >= ' ' && character <= '~' ? std::string(1, character) : escaped(character);
}

// True for the control characters of ASCII and Latin 1, which can move the cursor, set colours,
// ring the bell or erase text.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

}  // namespace

std::string quoted(char character) {
  return quoted(std::string_view(&character, 1));
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char character : text.substr(0, kLongest)) out += plain(character);
  if (text.size() > kLongest) out += "...";
  return out + "'";
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && !is_control(character)) {
      out += character;
    } else {
      for (const char byte : character) out += escaped(byte);
    }
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace pipo
