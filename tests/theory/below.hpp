// The value of a position by brute force from the rules: a flat table over the subsets of its open
// edges.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

// The margin of the player to move. At most 24 edges may be open.
inline int value_below(const Rules& rules, Drawn drawn) {
  std::vector<int> open;
  for (int edge = 0; edge < rules.edges(); ++edge) {
    if ((drawn >> edge & 1) == 0) open.push_back(edge);
  }
  const auto spread = [&](std::uint32_t set) {
    Drawn result = drawn;
    for (; set != 0; set &= set - 1) result |= Drawn{1} << open[std::countr_zero(set)];
    return result;
  };
  const std::uint32_t full = (std::uint32_t{1} << open.size()) - 1;
  std::vector<std::int8_t> values(std::size_t{full} + 1);
  for (std::uint32_t set = full; set-- > 0;) {
    const Drawn here = spread(set);
    int best = -100;
    for (std::uint32_t left = full & ~set; left != 0; left &= left - 1) {
      const int captured = rules.captures(here, open[std::countr_zero(left)]);
      const int next = values[set | (left & -left)];
      best = std::max(best, captured > 0 ? captured + next : -next);
    }
    values[set] = static_cast<std::int8_t>(best);
  }
  return values[0];
}

}  // namespace oracle
