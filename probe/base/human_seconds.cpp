#include "probe/base/human_seconds.hpp"

#include <fmt/core.h>

#include <cmath>

namespace pipo {

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
