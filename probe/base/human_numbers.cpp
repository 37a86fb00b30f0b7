#include "probe/base/human_numbers.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>

namespace pipo {
namespace {

constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};

// Returns three significant digits in the smallest unit in which the number is below 1000, or else
// in the largest unit.
std::string in_units(std::uint64_t bytes, double (*rounded)(double)) {
  auto number = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; rounded(number) >= 1000 && unit + 1 < kUnits.size(); ++unit) number /= 1024;
  int decimals = 0;
  double scale = 1;
  for (; unit > 0 && decimals < 2 && rounded(number * scale * 10) < 1000; ++decimals) scale *= 10;
  return fmt::format("{:.{}f} {}", rounded(number * scale) / scale, decimals, kUnits[unit]);
}

}  // namespace

std::string grouped(std::uint64_t count) {
  return grouped(std::to_string(count));
}

std::string grouped(std::string digits) {
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  const bool hisses = noun.ends_with('x') || noun.ends_with('s');
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : hisses ? "es" : "s");
}

std::string human_bytes(std::uint64_t bytes) {
  return in_units(bytes, std::nearbyint);
}

std::string human_bytes_rounded_up(std::uint64_t bytes) {
  return in_units(bytes, std::ceil);
}

std::string human_seconds(double seconds) {
  if (seconds < 59.95) return fmt::format("{:.{}f} s", seconds, seconds < 9.995 ? 2 : 1);
  const long long whole = std::llround(seconds);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  const long long minutes = std::llround(seconds / 60);
  if (minutes < 48 * 60) return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
  const long long hours = std::llround(seconds / 3600);
  return fmt::format("{} days {:02} h", hours / 24, hours % 24);
}

}  // namespace pipo
