#include "probe/space/locator.hpp"

#include <algorithm>
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

Locator::Locator(const StateSpace& space, const KeptRows& kept, Thinning thinning)
    : space_(&space),
      kept_(&kept),
      turns_(space.cut().seam_count()),
      lower_(space.half(Side::lower)),
      upper_(space.half(Side::upper)) {
  if (thinning == Thinning::square) diagonal_ = Diagonal::of(space.cut());
  for (SeamState seam = 0; seam < turns_.size(); ++seam) {
    if (!space.cut().seam_allowed(seam)) continue;
    for (int order = 0; order < 3; ++order) {
      const SectionKey key{seam, order == 2, order == 0};
      const CanonicalSection canonical = space.canonical(key);
      const bool drops_rows = space.drops_rows(canonical.key.seam);
      turns_[seam][order] = {
          .representative = canonical.key.seam,
          .swap = canonical.image.swap,
          .mirror = canonical.image.mirror,
          .drops_rows = drops_rows,
          .triangle = thinning != Thinning::rows && drops_rows && space.symmetric(canonical.key)};
    }
  }
}

const Locator::Turn& Locator::turn_of(const Parts& parts) const {
  const int lower_drawn = count_bits(parts.lower);
  const int upper_drawn = count_bits(parts.upper);
  const int order = lower_drawn < upper_drawn ? 0 : lower_drawn == upper_drawn ? 1 : 2;
  return turns_[space_->cut().merge_seam(parts.seam)][order];
}

bool Locator::diagonal_comes_first(const Parts& image, const Parts& parts) const {
  const auto key = [this](const Parts& of) {
    const Turn& turn = turn_of(of);
    return SectionKey{turn.representative, count_bits(of.lower), count_bits(of.upper)};
  };
  const auto order = order_in_diagonal(key(image), key(parts));
  return order != 0 ? order < 0 : diagonal_->balance(parts) > 0;
}

// Moves to the stored one of the entries with the same value, in a section that drops rows.
void Locator::take_kept(Parts& halves, bool triangle) const {
  const auto mirror_both = [this](Parts& parts) {
    parts.lower = lower_.mirrored(parts.lower);
    parts.upper = upper_.mirrored(parts.upper);
  };
  // The configurations of a group are in numeric order.
  const HalfConfiguration lower_image = lower_.mirrored(halves.lower);
  if (triangle) {
    const HalfConfiguration upper_image = upper_.mirrored(halves.upper);
    const bool lower_own = lower_image == halves.lower;
    const bool upper_own = upper_image == halves.upper;
    const HalfConfiguration row = std::min(lower_image, halves.lower);
    const HalfConfiguration column = std::min(upper_image, halves.upper);
    if (upper_own != lower_own ? lower_own : column < row) {
      if (column != halves.upper) mirror_both(halves);
      std::swap(halves.lower, halves.upper);
      return;
    }
  }
  if (lower_image < halves.lower) mirror_both(halves);
}

Location Locator::locate_in_matrix(const Parts& parts) const {
  if (diagonal_) {
    const Parts image = (*diagonal_)(parts);
    if (diagonal_comes_first(image, parts)) return locate_in_section(image);
  }
  return locate_in_section(parts);
}

Location Locator::locate_in_section(const Parts& parts) const {
  const Cut& cut = space_->cut();
  const Turn& turn = turn_of(parts);
  Parts halves{.seam = turn.representative,
               .lower = turn.mirror ? lower_.mirrored(parts.lower) : lower_.merged(parts.lower),
               .upper = turn.mirror ? upper_.mirrored(parts.upper) : upper_.merged(parts.upper)};
  if (turn.swap) std::swap(halves.lower, halves.upper);
  if (turn.drops_rows) take_kept(halves, turn.triangle);
  return {
      .key = {halves.seam, count_bits(halves.lower), count_bits(halves.upper)},
      .row = space_->half(Side::lower).number(cut.border(halves.seam, Side::lower), halves.lower),
      .column =
          space_->half(Side::upper).number(cut.border(halves.seam, Side::upper), halves.upper)};
}

StoredLocation Locator::locate(const Parts& parts) const {
  const Location found = locate_in_matrix(parts);
  StoredLocation location{.key = found.key, .row = found.row, .column = found.column};
  if (space_->drops_rows(found.key.seam)) location.row = kept_->group(found.key).compact(found.row);
  return location;
}

}  // namespace pipo
