// Computing tiles in parallel: by the moves inside the half that gives the rows, then by those
// through the seam.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "probe/base/poll.hpp"

namespace pipo {

// The moves inside the half that gives the rows. Such a move raises a whole row by a whole source
// row.
//
// A pass works in strips of columns. A strip of the sources fits into a core's cache, where each of
// its rows is read by several rows of the section.

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

// The moves through the seam, and the run-outs of both halves.
//
// A pass makes the moves whose source section is loaded and can be read by rows in the pass's
// orientation. The passes in both orientations together make every such move once. A pass works row
// by row over many columns: the entries that a row needs are scattered over a handful of source
// rows, which then stay in cache.

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

// Whether targets hold no values yet (fresh), or values made from other sources (begun).
enum class Targets { fresh, begun };

// Raises the given loaded tiles to the best moves whose sources are loaded. No target may be a
// source of another one.
void compute_tiles(const SweepTables& tables, LoadedTiles& tiles,
                   const std::vector<TileNumber>& targets, Targets state, const Poll& poll);

}  // namespace pipo
