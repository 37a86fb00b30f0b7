#include "probe/base/utf8.hpp"

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

}  // namespace pipo
