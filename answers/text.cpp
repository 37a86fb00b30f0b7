#include "answers/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pipopipette/error.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// Formats with three significant digits.
std::string three_digits(double number) {
  return fmt::format("{:.{}f}", number, number < 9.995 ? 2 : number < 99.95 ? 1 : 0);
}

}  // namespace

std::string power_of_two(int exponent) {
  return fmt::format("{:.0f}", std::ldexp(1.0, exponent));  // exact, as every power of two is
}

std::string human_count(double count) {
  constexpr std::array kUnits = {"k", "M", "G", "T"};
  if (count < 999.5) return fmt::format("{}", std::llround(count));
  std::size_t unit = 0;
  for (count /= 1000; count >= 999.5 && unit + 1 < kUnits.size(); ++unit) count /= 1000;
  return fmt::format("{} {}", three_digits(count), kUnits[unit]);
}

std::uint64_t parse_size(std::string_view text) {
  const auto refuse = [text](const char* reason) -> BadInput {
    return BadInput(
        fmt::format("{} is not a size: {}; give a number and K, M, G or T, for example 6G",
                    quoted(text), reason));
  };
  const std::size_t end = std::min(text.find_first_not_of("-.0123456789"), text.size());
  const auto given = parsed_number<double>(text.substr(0, end), std::chars_format::fixed);
  if (!given || !std::isfinite(*given)) throw refuse("it does not begin with a number");
  if (*given < 0) throw refuse("it is negative");
  double number = *given;
  std::string_view unit = text.substr(end);
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  double factor = 1;
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t power =
      unit.empty() ? kUnits.npos : kUnits.find(static_cast<char>(unit[0] & ~0x20));
  if (power != kUnits.npos) {
    factor = std::ldexp(1.0, 10 * static_cast<int>(power + 1));
    unit.remove_prefix(1);
    if (unit.starts_with('i') && unit.size() == 2) unit.remove_prefix(1);
  }
  if (unit == "B") unit.remove_prefix(1);
  if (!unit.empty()) throw refuse("its unit is unknown");
  const double bytes = number * factor;
  if (bytes < 1) throw refuse("it is less than a byte");
  if (bytes >= 0x1p63) throw refuse("it is too large");
  return static_cast<std::uint64_t>(bytes);
}

std::string wrapped(std::string_view text, std::string_view first, std::size_t hanging) {
  std::string out;
  std::string line(first);
  bool has_word = false;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty()) break;
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (has_word && line.size() + 1 + word.size() > kTextWidth) {
      out += line + "\n";
      line.assign(hanging, ' ');
      has_word = false;
    }
    if (has_word) line += ' ';
    line += word;
    has_word = true;
  }
  return out + line + "\n";
}

}  // namespace pipo
