#include "search/bounds.hpp"

#include <algorithm>

namespace pipo {

Bounds widest_bounds(int boxes_left) {
  return {-boxes_left, boxes_left};
}

Bounds bounds_before(const Settlement& settlement, Bounds quiet) {
  const int k = settlement.captured;
  if (settlement.handout == Handout::none) return {k + quiet.lower, k + quiet.upper};
  const int h = static_cast<int>(settlement.handout);
  // Whatever V(Q) is, it or -h - V(Q) is at least -h / 2, and has V(Q)'s parity.
  const int certain = -h / 2 + (quiet.lower & 1);
  return {k + std::max({quiet.lower, -h - quiet.upper, certain}),
          k + std::max(quiet.upper, -h - quiet.lower)};
}

Bounds bounds_of_move(int captures, Bounds after) {
  if (captures > 0) return {captures + after.lower, captures + after.upper};
  return {-after.upper, -after.lower};
}

}  // namespace pipo
