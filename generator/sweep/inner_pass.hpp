// The moves inside the half that gives the rows. Such a move raises a whole row by a whole source
// row.
//
// A pass works in strips of columns. A strip of the sources fits into a core's cache, where each of
// its rows is read by several rows of the section.
#pragma once

#include <cstddef>
#include <cstdint>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// The most columns of a strip; a multiple of 64.
constexpr std::uint32_t kStripColumns = 512;

// A tile of a canonical section, and the orientation in which its rows are the requested rows.
struct InnerSource {
  TileKey key;
  Orientation orientation;
};

// Returns the tile that a move inside the rows' half leads to: the same seam and columns, with more
// edges in that half.
InnerSource inner_source(const SweepTables& tables, const OrientedTile& tile,
                         const Reached& reached);

// Raises out[row * stride + column] to the best move inside the rows' half whose source is loaded,
// for all rows of the tile and for columns first_column .. first_column + columns - 1, at most
// kStripColumns. Columns count from the tile's first one, those of `out` from first_column.
void raise_inner_moves(const SweepTables& tables, const LoadedTiles& loaded,
                       const OrientedTile& tile, std::uint32_t first_column, std::uint32_t columns,
                       std::int8_t* out, std::size_t stride, StripScratch& scratch);

}  // namespace pipo
