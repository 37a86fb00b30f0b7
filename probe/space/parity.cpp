#include "probe/space/parity.hpp"

#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

// Returns 1 if an odd number of boxes of the half is complete.
std::uint8_t half_parity(const HalfShape& shape, BorderState border,
                         HalfConfiguration configuration) {
  const int n = shape.columns;
  const std::uint32_t columns = (1U << n) - 1;
  const std::uint32_t row_mask = (1U << shape.row_bits()) - 1;
  std::uint32_t odd = 0;
  for (int row = shape.rows - 1; row >= 0; --row) {
    const auto symbol =
        static_cast<std::uint32_t>(configuration >> (row * shape.row_bits())) & row_mask;
    const std::uint32_t far = symbol >> (n + 1);
    odd ^= symbol & symbol >> 1 & far & border & columns;
    border = far;
  }
  return static_cast<std::uint8_t>(count_bits(odd) & 1);
}

}  // namespace

Parities::Parities(const StateSpace& space) : space_(&space) {
  for (const Side side : {Side::lower, Side::upper}) {
    auto& borders = groups_[static_cast<int>(side)];
    const std::size_t counts = static_cast<std::size_t>(space.half(side).maximum_drawn()) + 1;
    for (BorderState border = 0; border <= space.cut().border_mask(); ++border) {
      borders.push_back(std::make_unique<Group[]>(counts));
    }
  }
}

const std::vector<std::uint8_t>& Parities::group(Side side, BorderState border, int drawn) const {
  if (space_->halves_alike()) side = Side::lower;
  Group& group = groups_[static_cast<int>(side)][border][drawn];
  // Many threads may call this at once. Only ThreadSanitizer detects if call_once is missing; tests
  // of values do not.
  std::call_once(group.made, [&] {
    const HalfIndex& half = space_->half(side);
    group.parities.reserve(half.size(border, drawn));
    for (const HalfConfiguration configuration : half.list(border, drawn)) {
      group.parities.push_back(half_parity(half.shape(), border, configuration));
    }
  });
  return group.parities;
}

const std::vector<std::uint8_t>& Parities::rows(const SectionKey& key) const {
  return group(Side::lower, space_->cut().border(key.seam, Side::lower), key.lower);
}

const std::vector<std::uint8_t>& Parities::columns(const SectionKey& key) const {
  return group(Side::upper, space_->cut().border(key.seam, Side::upper), key.upper);
}

std::uint8_t Parities::section(const SectionKey& key) const {
  const Cut& cut = space_->cut();
  int left = cut.turned().boxes();
  for (const SeamState box : cut.seam_boxes()) left -= (key.seam & box) == box;
  return static_cast<std::uint8_t>(left & 1);
}

std::uint8_t margin_parity(const Board& board, EdgeSet drawn) {
  const int columns = board.columns();
  const EdgeSet mask = (EdgeSet{1} << columns) - 1;
  EdgeSet odd = 0;
  for (int row = 0; row < board.rows(); ++row) {
    const EdgeSet above = drawn >> row * columns;
    const EdgeSet left = drawn >> (board.horizontals() + row * (columns + 1));
    odd ^= ~(above & above >> columns & left & left >> 1) & mask;
  }
  return static_cast<std::uint8_t>(count_bits(odd) & 1);
}

}  // namespace pipo
