// The moves through the seam, and the run-outs of both halves.
//
// A pass makes the moves whose source section is loaded and can be read by rows in the pass's
// orientation. The passes in both orientations together make every such move once. A pass works row
// by row over many columns: the entries that a row needs are scattered over a handful of source
// rows, which then stay in cache.
#pragma once

#include <cstddef>
#include <cstdint>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Returns whether sections of a folded seam with these numbers of drawn edges are stored with the
// rows of this orientation. Of two mirror images, only the one with fewer edges in its rows is
// stored.
constexpr bool read_by_rows(Orientation orientation, int row_drawn, int column_drawn) {
  return orientation == Orientation::lower_rows ? row_drawn <= column_drawn
                                                : row_drawn < column_drawn;
}

// Raises out[(row - first_row) * stride + column] to the best move through the seam, for rows
// first_row .. end_row - 1 of the tile and the columns of a chunk of the tile (see chunk_columns).
// Columns count from the chunk's first.
void raise_through_seam(const SweepTables& tables, const LoadedTiles& loaded,
                        const OrientedTile& tile, std::uint32_t first_row, std::uint32_t end_row,
                        std::uint32_t chunk, std::int8_t* out, std::size_t stride);

// Returns whether this tile may have any such move. The check is cheap and worthwhile: in the upper
// half's orientation most have none.
bool may_pass_through_seam(const SweepTables& tables, const OrientedTile& tile);

}  // namespace pipo
