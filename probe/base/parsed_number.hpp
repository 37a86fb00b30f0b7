// Texts that are one number and nothing else.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace pipo {

// Returns the number, if it has the type's range and all of the text belongs to it. `format` is the
// base of a whole number, or the std::chars_format of another one.
template <typename Number, typename... Format>
std::optional<Number> parsed_number(std::string_view text, Format... format) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, format...);
  if (error != std::errc() || rest != end) return {};
  return number;
}

// Returns whether the text consists of digits, at least one.
inline bool is_whole_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

}  // namespace pipo
