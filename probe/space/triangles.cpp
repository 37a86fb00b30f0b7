#include "probe/space/triangles.hpp"

namespace pipo {
namespace {

// Returns for each configuration of a group the number of the kept one: itself or its mirror image.
// The kept ones are numbered with those that are their own image last.
std::vector<std::uint32_t> numbers_of_rows(const HalfIndex& half, const KeptGroup& kept,
                                           BorderState border, int drawn) {
  const std::vector<HalfConfiguration> list = half.list(border, drawn);
  std::vector<std::uint32_t> numbers(list.size());
  std::uint32_t next = 0;
  for (const bool own_image : {false, true}) {
    for (std::uint32_t row = 0; row < list.size(); ++row) {
      const HalfConfiguration image = half.mirror(list[row]);
      if (!kept.kept(row) || (image == list[row]) != own_image) continue;
      numbers[row] = numbers[half.number(border, image)] = next++;
    }
  }
  return numbers;
}

}  // namespace

Triangles::Triangles(const StateSpace& space, const KeptRows& kept) : space_(&space) {
  const HalfIndex& half = space.half(Side::lower);
  numbers_.resize(std::size_t{1} << space.cut().columns());
  for (const SeamState seam : space.representatives()) {
    const BorderState border = space.cut().border(seam, Side::lower);
    if (!symmetric({seam, 0, 0}) || !numbers_[border].empty()) continue;
    for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
      numbers_[border].push_back(
          numbers_of_rows(half, kept.group({seam, drawn, drawn}), border, drawn));
    }
  }
}

}  // namespace pipo
