#include "probe/table/locator.hpp"

#include <utility>

namespace pipo {

Locator::Rows::Rows(const HalfIndex& half)
    : rows_(half.shape().rows), bits_(half.shape().row_bits()) {
  for (int row = 0; row < rows_; ++row) {
    const int from = row * bits_;
    for (HalfConfiguration symbol = 0; symbol < 1U << bits_; ++symbol) {
      merged_.push_back(half.merge_outer(symbol << from) >> from);
      mirrored_.push_back(half.mirror(symbol << from) >> from);
    }
  }
}

Locator::Locator(const StateSpace& space, const KeptRows& kept)
    : space_(&space),
      kept_(&kept),
      turns_(space.cut().seam_count()),
      lower_(space.half(Side::lower)),
      upper_(space.half(Side::upper)) {
  for (SeamState seam = 0; seam < turns_.size(); ++seam) {
    if (!space.cut().seam_allowed(seam)) continue;
    for (int order = 0; order < 3; ++order) {
      const SectionKey key{seam, order == 2, order == 0};
      const CanonicalSection canonical = space.canonical(key);
      turns_[seam][order] = {.representative = canonical.key.seam,
                             .swap = canonical.image.swap,
                             .mirror = canonical.image.mirror,
                             .thinned = kept.thinned(canonical.key.seam)};
    }
  }
}

StoredLocation Locator::locate(const Parts& parts) const {
  const Cut& cut = space_->cut();
  int lower_drawn = std::popcount(parts.lower);
  int upper_drawn = std::popcount(parts.upper);
  const int order = lower_drawn < upper_drawn ? 0 : lower_drawn == upper_drawn ? 1 : 2;
  const Turn& turn = turns_[cut.merge_seam(parts.seam)][order];

  HalfConfiguration lower = turn.mirror ? lower_.mirrored(parts.lower) : lower_.merged(parts.lower);
  HalfConfiguration upper = turn.mirror ? upper_.mirrored(parts.upper) : upper_.merged(parts.upper);
  if (turn.swap) {
    std::swap(lower, upper);
    std::swap(lower_drawn, upper_drawn);
  }
  if (turn.thinned) {
    // The row with the lower number of two mirror images is the one that is stored.
    const HalfConfiguration mirrored = lower_.mirrored(lower);
    if (mirrored < lower) {
      lower = mirrored;
      upper = upper_.mirrored(upper);
    }
  }
  StoredLocation location{.key = {turn.representative, lower_drawn, upper_drawn}};
  location.row = space_->half(Side::lower).rank(cut.line(turn.representative, Side::lower), lower);
  location.column =
      space_->half(Side::upper).rank(cut.line(turn.representative, Side::upper), upper);
  if (turn.thinned) location.row = kept_->group(location.key).compact(location.row);
  return location;
}

}  // namespace pipo
