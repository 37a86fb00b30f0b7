#include "search/bounds.hpp"

#include <algorithm>

namespace pipo {

Bounds widest_bounds(int left) {
  return {-left, left};
}

Bounds bounds_before(const Settlement& settlement, const Bounds& quiet) {
  const int k = settlement.captured;
  if (settlement.handout == Handout::none) return {k + quiet.lower, k + quiet.upper};
  const int h = static_cast<int>(settlement.handout);
  // The larger of V(Q) and -h - V(Q) is at least -h / 2, and has the parity of V(Q).
  const int certain = -h / 2 + (quiet.lower & 1);
  return {k + std::max({quiet.lower, -h - quiet.upper, certain}),
          k + std::max(quiet.upper, -h - quiet.lower)};
}

Bounds bounds_of(const Position& position) {
  return bounds_of(settle(position).without_quiet(), boxes_left(position));
}

Bounds bounds_of(const Settlement& settlement, int left) {
  const Bounds bounds = bounds_before(settlement, widest_bounds(left - settlement.captured));
  return {bounds.lower, std::min(bounds.upper, left)};
}

Bounds bounds_of_move(int captures, const Bounds& after) {
  if (captures > 0) return {captures + after.lower, captures + after.upper};
  return {-after.upper, -after.lower};
}

Bounds bounds_before_move(const Settlement& settlement, int left, int captures,
                          const Bounds& worth) {
  Bounds value = bounds_of(settlement, left);
  value.lower = std::max(value.lower, worth.lower);
  const bool take_all = captures > 0 && settlement.handout == Handout::none;
  if (take_all) value.upper = std::min(value.upper, worth.upper);
  return value;
}

}  // namespace pipo
