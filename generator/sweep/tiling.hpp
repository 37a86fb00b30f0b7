// The tiles of sections: what a sweep loads, computes and evicts as a unit.
//
// A section that is too large for the memory is divided: rows and columns into parts of equal size.
// A tile is a part of the rows and a part of the columns. The numbering of configurations makes a
// move from one part lead to few others, since the edges next to the border have the highest bits:
// the tiles of a part are grouped by the state of these edges, as sections are by that of the seam.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "generator/half/half_table.hpp"
#include "generator/sweep/value_memory.hpp"
#include "probe/space/section_part.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct TileKey {
  SectionKey section;
  PartNumber row_part = 0;
  PartNumber column_part = 0;

  friend bool operator==(const TileKey&, const TileKey&) = default;
};

// Identifies a tile of a canonical section; see Tiling::number.
using TileNumber = std::uint32_t;

// Kernels work on multiples of 64 and may read that much past a tile's end.
constexpr std::size_t kTileSlack = 64;

class Tiling {
 public:
  // `space` must outlive this.
  explicit Tiling(const StateSpace& space, std::uint32_t part_size = kUndivided);

  const StateSpace& space() const { return space_; }
  std::uint32_t part_size() const { return part_size_; }

  TileNumber number(const TileKey& tile) const {
    const std::size_t section = section_number(tile.section);
    return first_[section] + tile.row_part * column_parts_[section] + tile.column_part;
  }
  TileKey key(TileNumber number) const;
  std::size_t count() const { return first_.back(); }

  // The section of a tile, by a number below sections(), which counts empty ones as well.
  std::size_t section_of(TileNumber tile) const;
  std::size_t sections() const { return column_parts_.size(); }

  // The tiles of a section, row of tiles by row of tiles.
  std::vector<TileNumber> tiles(const SectionKey& section) const;

  // The values of a tile, and the bytes that it takes in memory, with kTileSlack more than its
  // values; or those of several tiles.
  std::uint64_t values(TileNumber tile) const {
    return std::uint64_t{sizes_[tile].rows} * sizes_[tile].columns;
  }
  std::uint64_t bytes(TileNumber tile) const {
    return rounded_allocation(values(tile) + kTileSlack);
  }
  std::uint64_t bytes(const std::vector<TileNumber>& tiles) const {
    std::uint64_t sum = 0;
    for (const TileNumber tile : tiles) sum += bytes(tile);
    return sum;
  }
  // The same as part().columns, but looked up: the innermost loop of a sweep asks for it.
  std::uint32_t columns(TileNumber tile) const { return sizes_[tile].columns; }

  // Returns whether the tile is the last one of its row of tiles.
  bool ends_row(const TileKey& tile) const {
    return tile.column_part + 1U == column_parts_[section_number(tile.section)];
  }

  // Returns how many of these tiles, from the first one on, are whole rows of tiles.
  std::size_t in_whole_rows(const std::vector<TileNumber>& tiles) const {
    std::size_t count = tiles.size();
    while (count > 0 && !ends_row(key(tiles[count - 1]))) --count;
    return count;
  }

  SectionPart part(const TileKey& tile) const {
    const auto& [key, row_part, column_part] = tile;
    const std::uint32_t first_row = row_part * part_size_;
    const std::uint32_t first_column = column_part * part_size_;
    return {.key = key,
            .first_row = first_row,
            .rows = std::min(part_size_, space_.rows(key) - first_row),
            .first_column = first_column,
            .columns = std::min(part_size_, space_.columns(key) - first_column)};
  }

 private:
  std::size_t section_number(const SectionKey& key) const {
    return (seam_number_[key.seam] * lower_counts_ + static_cast<std::size_t>(key.lower)) *
               upper_counts_ +
           static_cast<std::size_t>(key.upper);
  }

  const StateSpace& space_;
  std::uint32_t part_size_;
  std::vector<std::size_t> seam_number_;  // by seam, of representatives
  std::size_t lower_counts_;
  std::size_t upper_counts_;
  std::vector<TileNumber> first_;         // by section_number(); one more entry at the end
  std::vector<PartNumber> column_parts_;  // by section_number()
  struct Size {
    std::uint32_t rows;
    std::uint32_t columns;
  };
  std::vector<Size> sizes_;  // [tile]
};

// The sizes of tiles, counted without listing any, to choose one that suits the memory.

struct TileSizes {
  std::uint32_t part_size = kUndivided;
  std::uint64_t tiles = 0;          // of all sections
  std::uint64_t largest = 0;        // values of the largest tile
  std::uint64_t most_in_a_row = 0;  // tiles in the longest row of tiles
};

// Counts the tiles of undivided sections, then of smaller and smaller parts down to kLeastPart, or
// to the least size of which no group has more than kMostParts.
std::vector<TileSizes> all_tile_sizes(const StateSpace& space);
TileSizes tile_sizes(const StateSpace& space, std::uint32_t part_size);

// Returns the smallest budget, in bytes of memory for values, that a schedule is certain to keep.
std::uint64_t least_budget(const TileSizes& sizes);
inline std::uint64_t least_budget(const StateSpace& space, std::uint32_t part_size = kUndivided) {
  return least_budget(tile_sizes(space, part_size));
}

// Returns the bytes of a budget that one step may take for its targets and sources.
std::uint64_t budget_of_step(const TileSizes& sizes, std::uint64_t budget);

// Chooses the size of parts for a budget that does not hold all values.
std::uint32_t part_size_within(const std::vector<TileSizes>& sizes, std::uint64_t budget);

}  // namespace pipo
