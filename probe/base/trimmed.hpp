// Removes white space at both ends of an input line.
#pragma once

#include <string_view>

namespace pipo {

// Returns the text without spaces, tabs and line-end characters at both ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

}  // namespace pipo
