#include "probe/base/counted.hpp"

#include <fmt/core.h>

namespace pipo {

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

}  // namespace pipo
