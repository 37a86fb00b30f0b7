// Narrows bounds of a value by questions of the form "is it at least b?".
#pragma once

#include <algorithm>
#include <cstdlib>

#include "pipopipette/bounds.hpp"

namespace pipo::graph {

// Returns the least number >= `value` that has this parity.
inline int of_parity(int value, int parity) {
  return value + ((value ^ parity) & 1);
}

// Returns bounds that settle the window. `known` holds already. `ask` returns bounds after the
// question whether the value is at least its argument, and may throw to end the search. Few
// questions are asked if `guess` is near the value.
template <typename Ask>
Bounds narrowed(Bounds known, const Window& window, int guess, Ask ask) {
  const int low = of_parity(window.low, known.lower);
  const int above = of_parity(window.high + 1, known.lower);
  int next = of_parity(guess, known.lower);
  // As long as all answers point the same way, the steps double: the guess may be far off.
  int step = 0;
  while (!window.settles(known)) {
    next = std::clamp(next, std::max(known.lower + 2, low), std::min(known.upper, above));
    const Bounds found = ask(next);
    known = {std::max(known.lower, found.lower), std::min(known.upper, found.upper)};
    const bool yes = known.lower >= next;
    const bool same_way = yes ? step >= 0 : step <= 0;
    step = (yes ? 2 : -2) * (same_way ? std::max(std::abs(step), 1) : 1);
    next = yes ? known.lower + step : known.upper + step + 2;
  }
  return known;
}

}  // namespace pipo::graph
