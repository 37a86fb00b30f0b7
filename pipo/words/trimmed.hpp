// A line as it is read: what stands at its ends does not count.
#pragma once

#include <string_view>

namespace pipo {

// Without spaces, tabs and the characters that end lines at either end.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

}  // namespace pipo
