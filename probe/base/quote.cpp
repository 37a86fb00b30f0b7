#include "probe/base/quote.hpp"

namespace pipo {
namespace {

constexpr std::size_t kLongest = 60;

void append_printable(std::string& out, char character) {
  const auto byte = static_cast<unsigned char>(character);
  if (byte >= 0x20 && byte < 0x7f) {
    out += character;
    return;
  }
  constexpr char digits[] = "0123456789abcdef";
  out += "\\x";
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

}  // namespace

std::string quoted(char character) {
  return quoted(std::string_view(&character, 1));
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char character : text.substr(0, kLongest)) append_printable(out, character);
  if (text.size() > kLongest) out += "...";
  return out + "'";
}

}  // namespace pipo
