#include "generator/sweep/tiling.hpp"

namespace pipo {

Tiling::Tiling(const StateSpace& space, std::uint32_t part_size)
    : space_(space),
      part_size_(part_size),
      seam_number_(space.cut().seam_count(), 0),
      lower_counts_(static_cast<std::size_t>(space.half(Side::lower).maximum_drawn()) + 1),
      upper_counts_(static_cast<std::size_t>(space.half(Side::upper).maximum_drawn()) + 1) {
  const auto& seams = space.representatives();
  for (std::size_t i = 0; i < seams.size(); ++i) seam_number_[seams[i]] = i;
  const std::size_t sections = seams.size() * lower_counts_ * upper_counts_;
  first_.assign(sections + 1, 0);
  column_parts_.assign(sections, 0);
  TileNumber tiles = 0;
  for (const SeamState seam : seams) {
    for (int lower = 0; lower < static_cast<int>(lower_counts_); ++lower) {
      for (int upper = 0; upper < static_cast<int>(upper_counts_); ++upper) {
        const SectionKey key{seam, lower, upper};
        const std::size_t number = section_number(key);
        first_[number] = tiles;
        // An empty section has a number, too.
        column_parts_[number] = std::max<PartNumber>(1, parts_of(space.columns(key), part_size));
        tiles +=
            column_parts_[number] * std::max<PartNumber>(1, parts_of(space.rows(key), part_size));
      }
    }
  }
  first_.back() = tiles;
}

std::size_t Tiling::section_of(TileNumber tile) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), tile);
  return static_cast<std::size_t>(after - first_.begin()) - 1;
}

TileKey Tiling::key(TileNumber number) const {
  const std::size_t section = section_of(number);
  const std::uint32_t in_section = number - first_[section];
  return {.section = {space_.representatives()[section / (lower_counts_ * upper_counts_)],
                      static_cast<int>(section / upper_counts_ % lower_counts_),
                      static_cast<int>(section % upper_counts_)},
          .row_part = static_cast<PartNumber>(in_section / column_parts_[section]),
          .column_part = static_cast<PartNumber>(in_section % column_parts_[section])};
}

std::vector<TileNumber> Tiling::tiles(const SectionKey& section) const {
  const std::size_t number = section_number(section);
  std::vector<TileNumber> tiles;
  for (TileNumber tile = first_[number]; tile < first_[number + 1]; ++tile) tiles.push_back(tile);
  return tiles;
}

}  // namespace pipo
