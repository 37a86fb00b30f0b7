#include "probe/base/sizes.hpp"

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

std::string human_bytes(std::uint64_t bytes) {
  return in_units(bytes, std::nearbyint);
}

std::string human_bytes_rounded_up(std::uint64_t bytes) {
  return in_units(bytes, std::ceil);
}

}  // namespace pipo
