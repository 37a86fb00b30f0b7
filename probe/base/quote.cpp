#include "probe/base/quote.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "probe/base/utf8.hpp"

namespace pipo {
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
