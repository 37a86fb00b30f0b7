#include "probe/base/sizes.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>

namespace pipo {
namespace {

constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};

// Three significant digits, in the first unit in which they are enough (or the last there is).
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
