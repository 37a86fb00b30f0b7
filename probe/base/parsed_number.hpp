// Texts that are one number and nothing else.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdlib>
#include <optional>
#include <string>
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

#ifndef __cpp_lib_to_chars
// The same for a number that is not whole, in the C locale: libc++ before version 20 has no
// from_chars() for these.
template <std::floating_point Number, std::same_as<std::chars_format>... Format>
std::optional<Number> parsed_number(std::string_view text, Format... format) {
  const std::string_view any =
      ((format == std::chars_format::fixed) || ...) ? "-.0123456789" : "-+.0123456789eE";
  if (text.starts_with('+') || text.find_first_not_of(any) != text.npos) return {};
  const std::string copy(text);
  char* rest = nullptr;
  const double number = std::strtod(copy.c_str(), &rest);
  if (text.empty() || rest != copy.c_str() + copy.size() || !std::isfinite(number)) return {};
  return static_cast<Number>(number);
}
#endif

// Returns whether the text consists of digits, at least one.
inline bool is_whole_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

}  // namespace pipo
