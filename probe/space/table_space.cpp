#include "probe/space/table_space.hpp"

#include <algorithm>

#include "probe/base/count_bits.hpp"
#include "probe/base/narrow.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

KeptGroup::KeptGroup(const HalfIndex& half, BorderState border, int drawn) {
  const std::vector<HalfConfiguration> list = half.list(border, drawn);
  words_.resize((list.size() + 63) / 64);
  for (std::size_t row = 0; row < list.size(); ++row) {
    Word& word = words_[row / 64];
    if (row % 64 == 0) word.before = count_;
    // A group is in numeric order, so comparing configurations compares their numbers.
    if (list[row] > half.mirror(list[row])) continue;
    word.bits |= std::uint64_t{1} << (row % 64);
    ++count_;
  }
}

std::vector<std::uint32_t> KeptGroup::rows(std::uint32_t first, std::uint32_t count) const {
  std::vector<std::uint32_t> rows;
  rows.reserve(count);
  const auto after =
      std::upper_bound(words_.begin(), words_.end(), first,
                       [](std::uint32_t number, const Word& word) { return number < word.before; });
  auto word = std::prev(after);
  std::uint32_t skip = first - word->before;
  for (; word != words_.end() && rows.size() < count; ++word) {
    const auto base = static_cast<std::uint32_t>(word - words_.begin()) * 64;
    for (std::uint64_t bits = word->bits; bits != 0 && rows.size() < count; bits &= bits - 1) {
      if (skip > 0) {
        --skip;
      } else {
        rows.push_back(base + static_cast<std::uint32_t>(std::countr_zero(bits)));
      }
    }
  }
  return rows;
}

KeptRows::KeptRows(const StateSpace& space) : space_(&space) {
  const Cut& cut = space.cut();
  const HalfIndex& half = space.half(Side::lower);
  for (const SeamState seam : space.representatives()) {
    if (!space.drops_rows(seam)) continue;
    if (groups_.empty()) groups_.resize(std::size_t{1} << cut.columns());
    const BorderState border = cut.border(seam, Side::lower);
    if (!groups_[border].empty()) continue;
    for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
      groups_[border].emplace_back(half, border, drawn);
    }
  }
}

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

Parities::Parities(const StateSpace& space, LastMoveCost last_move_cost)
    : space_(&space), last_move_cost_(last_move_cost) {
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
    group.parities.reserve(narrow<std::size_t>(half.size(border, drawn)));
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
  int left = cut.turned().boxes() + last_move_cost_;
  for (const SeamState box : cut.seam_boxes()) left -= (key.seam & box) == box;
  return static_cast<std::uint8_t>(left & 1);
}

std::uint8_t margin_parity(const Board& board, EdgeSet drawn, LastMoveCost last_move_cost) {
  const int columns = board.columns();
  const EdgeSet mask = (EdgeSet{1} << columns) - 1;
  EdgeSet odd = 0;
  for (int row = 0; row < board.rows(); ++row) {
    const EdgeSet above = drawn >> row * columns;
    const EdgeSet left = drawn >> (board.horizontals() + row * (columns + 1));
    odd ^= ~(above & above >> columns & left & left >> 1) & mask;
  }
  return static_cast<std::uint8_t>((count_bits(odd) + last_move_cost) & 1);
}

TableSpace::TableSpace(const TableIdentity& table)
    : identity_(table),
      states_(table.board, table.start),
      kept_rows_(states_),
      parities_(states_, table.last_move_cost) {}

EdgeSet TableSpace::turn_back(EdgeSet turned) const {
  if (states_.cut().turned() == identity_.board) return turned;
  return image_of_edges(states_.cut().turned(), Image{.transpose = true}, turned);
}

}  // namespace pipo
