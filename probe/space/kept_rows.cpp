#include "probe/space/kept_rows.hpp"

#include <algorithm>

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

}  // namespace pipo
