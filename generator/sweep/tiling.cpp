#include "generator/sweep/tiling.hpp"

#include <algorithm>

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
  sizes_.reserve(tiles);
  for (TileNumber tile = 0; tile < tiles; ++tile) {
    const SectionPart of_tile = part(key(tile));
    sizes_.push_back({of_tile.rows, of_tile.columns});
  }
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

namespace {

// The largest size of parts that is considered.
constexpr std::uint32_t kLargestPart = 1 << 20;

// With this size the time to compute is that of undivided sections, and about a quarter less must
// be read back within the same budget (docs/performance.md). Smaller tiles take more time to
// compute.
constexpr std::uint32_t kUsualPart = 2048;

// Smaller tiles pay off if the budget is less than this many times the least one.
constexpr std::uint64_t kLeastBudgetsABudget = 64;

// The most tiles, unless the budget requires smaller ones: each has a list of sources, and
// scheduling a million takes about ten seconds.
constexpr std::uint64_t kManyTiles = 1'000'000;

// One step may take this fraction of the budget: a sixth. A smaller one leaves more memory for
// other tiles, so less is read back (undivided 3x6 within 14 GiB: 2.4 times instead of 2.7 with a
// third), but more tiles need several steps.
constexpr std::uint64_t kStepsABudget = 6;

std::uint64_t bytes_of_largest(const TileSizes& sizes) {
  return rounded_allocation(sizes.largest + kTileSlack);
}

void count(const StateSpace& space, std::vector<TileSizes>& sizes) {
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    for (const SectionKey& key : space.sections(layer)) {
      const std::uint32_t rows = space.rows(key);
      const std::uint32_t columns = space.columns(key);
      for (TileSizes& size : sizes) {
        const std::uint64_t in_row = parts_of(columns, size.part_size);
        size.tiles += parts_of(rows, size.part_size) * in_row;
        size.most_in_a_row = std::max(size.most_in_a_row, in_row);
        size.largest = std::max(size.largest, std::uint64_t{std::min(rows, size.part_size)} *
                                                  std::min(columns, size.part_size));
      }
    }
  }
}

// Returns the least size of parts with which the parts of every group can be numbered.
std::uint64_t least_part(const StateSpace& space) {
  std::uint64_t most = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    for (const SectionKey& key : space.sections(layer)) {
      most = std::max<std::uint64_t>({most, space.rows(key), space.columns(key)});
    }
  }
  return (most + kMostParts - 1) / kMostParts;
}

}  // namespace

std::vector<TileSizes> all_tile_sizes(const StateSpace& space) {
  std::vector<TileSizes> sizes{TileSizes{.part_size = kUndivided}};
  const std::uint64_t least = std::max(std::uint64_t{kLeastPart}, least_part(space));
  for (std::uint32_t size = kLargestPart; size >= least; size /= 2)
    sizes.push_back({.part_size = size});
  count(space, sizes);
  return sizes;
}

TileSizes tile_sizes(const StateSpace& space, std::uint32_t part_size) {
  std::vector<TileSizes> sizes{TileSizes{.part_size = part_size}};
  count(space, sizes);
  return sizes.front();
}

// Enough for a row of tiles, which are written together, a source of one of them, and a source of
// the next step.
std::uint64_t least_budget(const TileSizes& sizes) {
  return (sizes.most_in_a_row + 2) * bytes_of_largest(sizes);
}

// Besides the tiles of a step, those of an incomplete row stay in memory.
std::uint64_t budget_of_step(const TileSizes& sizes, std::uint64_t budget) {
  const std::uint64_t largest = bytes_of_largest(sizes);
  const std::uint64_t beside_row = budget - std::min(budget, sizes.most_in_a_row * largest);
  return std::max(std::min(budget / kStepsABudget, beside_row), 2 * largest);
}

std::uint32_t part_size_within(const std::vector<TileSizes>& sizes, std::uint64_t budget) {
  std::uint32_t chosen = 0;
  for (const TileSizes& size : sizes) {
    const std::uint64_t least = least_budget(size);
    if (size.part_size == kUndivided || least > budget) continue;
    if (chosen > 0 && size.tiles > kManyTiles) break;
    chosen = size.part_size;
    if (chosen <= kUsualPart && least <= budget / kLeastBudgetsABudget) break;
  }
  return chosen > 0 ? chosen : sizes.back().part_size;
}

}  // namespace pipo
