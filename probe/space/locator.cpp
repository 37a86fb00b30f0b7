#include "probe/space/locator.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

// Returns the bit of an edge of the turned board: those of the lower half come first, then those of
// the upper half and of the seam.
int bit_of(const Cut& cut, int turned_edge) {
  const int lower_bits = cut.half_shape(Side::lower).bits();
  const int upper_bits = cut.half_shape(Side::upper).bits();
  const Parts parts = cut.split(EdgeSet{1} << turned_edge);
  if (parts.lower != 0) return std::countr_zero(parts.lower);
  if (parts.upper != 0) return lower_bits + std::countr_zero(parts.upper);
  return lower_bits + upper_bits + std::countr_zero(parts.seam);
}

}  // namespace

std::vector<Overlay> Overlay::all(const Board& board, const Cut& cut) {
  std::vector<Overlay> overlays;
  for (const bool transpose : {false, true}) {
    if ((transpose ? board.transposed() : board) != cut.turned()) continue;
    for (const bool top_bottom : {false, true}) {
      for (const bool left_right : {false, true}) {
        Overlay overlay{.image = {transpose, left_right, top_bottom}};
        for (int edge = 0; edge < board.edges(); ++edge) {
          const int turned = image_of_edge(board, overlay.image, edge);
          if (cut.start() >> turned & 1U) overlay.needed |= EdgeSet{1} << edge;
        }
        const bool known = std::ranges::any_of(
            overlays, [&](const Overlay& other) { return other.needed == overlay.needed; });
        if (!known) overlays.push_back(overlay);
      }
    }
  }
  return overlays;
}

EdgeMap packing(const Board& board, const Cut& cut, const Image& image) {
  std::vector<int> bits;
  for (int edge = 0; edge < board.edges(); ++edge)
    bits.push_back(bit_of(cut, image_of_edge(board, image, edge)));
  return EdgeMap(bits);
}

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
      lower_bits_(space.half(Side::lower).shape().bits()),
      upper_bits_(space.half(Side::upper).shape().bits()),
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

StoredCell Locator::locate(EdgeSet packed) const {
  const Cut& cut = space_->cut();
  const Parts parts{.seam = static_cast<SeamState>(packed >> (lower_bits_ + upper_bits_)),
                    .lower = packed & ((EdgeSet{1} << lower_bits_) - 1),
                    .upper = packed >> lower_bits_ & ((EdgeSet{1} << upper_bits_) - 1)};
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
