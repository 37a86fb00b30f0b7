#include "probe/space/locator.hpp"

#include <utility>

#include "probe/base/count_bits.hpp"

namespace pipo {

Locator::Rows::Rows(const HalfIndex& half)
    : rows_(half.shape().rows), bits_(half.shape().row_bits()) {
  const auto add = [](std::vector<std::uint32_t>& table, HalfConfiguration row) {
    table.push_back(static_cast<std::uint32_t>(row));
  };
  for (int row = 0; row < rows_; ++row) {
    const int from = row * bits_;
    for (HalfConfiguration symbol = 0; symbol < 1U << bits_; ++symbol) {
      add(merged_, half.merge_outer(symbol << from) >> from);
      add(mirrored_, half.mirror(symbol << from) >> from);
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
                             .drops_rows = space.drops_rows(canonical.key.seam)};
    }
  }
}

StoredLocation Locator::locate(const Parts& parts) const {
  const Cut& cut = space_->cut();
  int lower_drawn = count_bits(parts.lower);
  int upper_drawn = count_bits(parts.upper);
  const int order = lower_drawn < upper_drawn ? 0 : lower_drawn == upper_drawn ? 1 : 2;
  const Turn& turn = turns_[cut.merge_seam(parts.seam)][order];
  HalfConfiguration lower = turn.mirror ? lower_.mirrored(parts.lower) : lower_.merged(parts.lower);
  HalfConfiguration upper = turn.mirror ? upper_.mirrored(parts.upper) : upper_.merged(parts.upper);
  if (turn.swap) {
    std::swap(lower, upper);
    std::swap(lower_drawn, upper_drawn);
  }
  const SectionKey key{turn.representative, lower_drawn, upper_drawn};
  // The lower of two mirrored rows is kept. The configurations of a group are in numeric order.
  if (turn.drops_rows) {
    const HalfConfiguration image = lower_.mirrored(lower);
    if (image < lower) {
      lower = image;
      upper = upper_.mirrored(upper);
    }
  }
  const std::uint32_t row =
      space_->half(Side::lower).number(cut.border(key.seam, Side::lower), lower);
  return {.key = key,
          .row = turn.drops_rows ? kept_->group(key).compact(row) : row,
          .column = space_->half(Side::upper).number(cut.border(key.seam, Side::upper), upper)};
}

}  // namespace pipo
