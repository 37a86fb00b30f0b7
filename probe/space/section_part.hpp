// Parts of a section: some consecutive rows and columns of its matrix, and rows of it in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "probe/space/state_space.hpp"

namespace pipo {

struct SectionPart {
  SectionKey key;
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t first_column = 0;
  std::uint32_t columns = 0;

  std::uint64_t values() const { return std::uint64_t{rows} * columns; }
  std::uint32_t end_row() const { return first_row + rows; }
  std::uint32_t end_column() const { return first_column + columns; }
};

inline SectionPart whole(const StateSpace& space, const SectionKey& key) {
  return {.key = key, .rows = space.rows(key), .columns = space.columns(key)};
}

// Consecutive rows of a section in memory: all of them if the section is not divided, otherwise
// those of a row of tiles.
class SectionRows {
 public:
  // All rows of a section: a dense matrix, row by row.
  SectionRows(const StateSpace& space, const SectionKey& key, const std::int8_t* values)
      : rows_(whole(space, key)), tile_columns_(rows_.columns), tiles_{values} {}

  // A row of tiles with `tile_columns` columns each, the last one with those that are left. `rows`
  // has all columns of its section.
  SectionRows(const SectionPart& rows, std::uint32_t tile_columns,
              std::vector<const std::int8_t*> tiles)
      : rows_(rows), tile_columns_(tile_columns), tiles_(std::move(tiles)) {}

  const SectionKey& key() const { return rows_.key; }
  std::uint32_t first_row() const { return rows_.first_row; }
  std::uint32_t end_row() const { return rows_.end_row(); }
  std::uint32_t columns() const { return rows_.columns; }
  std::uint64_t values() const { return rows_.values(); }

  // Returns whether an entry is in these rows.
  bool has(const MatrixCell& place) const {
    return place.key == key() && place.row >= first_row() && place.row < end_row();
  }

  // An entry of one of these rows, followed by the rest of the row in its tile. Tiles begin at
  // multiples of 512.
  const std::int8_t* at(std::uint32_t row, std::uint32_t column) const {
    const std::uint32_t tile = column / tile_columns_;
    return tiles_[tile] + std::size_t{row - rows_.first_row} * width(tile) + column % tile_columns_;
  }

  // Calls `visit(values, count)` with the values of a row, tile by tile.
  template <typename Visit>
  void each_piece(std::uint32_t row, Visit visit) const {
    for (std::uint32_t column = 0; column < rows_.columns; column += tile_columns_)
      visit(at(row, column), width(column / tile_columns_));
  }

  bool in_one_tile() const { return tiles_.size() == 1; }

 private:
  std::uint32_t width(std::uint32_t tile) const {
    return std::min(tile_columns_, rows_.columns - tile * tile_columns_);
  }

  SectionPart rows_;
  std::uint32_t tile_columns_;
  std::vector<const std::int8_t*> tiles_;
};

}  // namespace pipo
