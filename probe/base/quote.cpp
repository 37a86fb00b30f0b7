#include "probe/base/quote.hpp"

#include <fmt/core.h>

namespace pipo {
namespace {

constexpr std::size_t kLongest = 60;

std::string printable(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte >= 0x20 && byte < 0x7f ? std::string(1, character) : fmt::format("\\x{:02x}", byte);
}

}  // namespace

std::string quoted(char character) {
  return quoted(std::string_view(&character, 1));
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char character : text.substr(0, kLongest)) out += printable(character);
  if (text.size() > kLongest) out += "...";
  return out + "'";
}

}  // namespace pipo
