// The moves through the seam, and the run-outs of both halves.
//
// A pass takes those whose source section is loaded, and stored so that it can be read by rows in
// the pass's orientation; the passes in both orientations together make every such move once.
// Worked row by row over many columns: the entries a row needs lie scattered over a handful of
// source rows, which then stay in cache.
#pragma once

#include <cstddef>
#include <cstdint>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Are the sections of a folded seam with so many drawn edges stored with the rows of this
// orientation? Of two images only the one with fewer edges in its rows is.
constexpr bool read_by_rows(Orientation orientation, int row_drawn, int column_drawn) {
  return orientation == Orientation::lower_rows ? row_drawn <= column_drawn
                                                : row_drawn < column_drawn;
}

// Raises out[(row - first_row) * stride + column] to the best of those moves, for rows first_row ..
// end_row - 1 and the columns of a chunk (see chunk_columns); columns count from the chunk's first.
void raise_through_seam(const SweepTables& tables, const LoadedSections& loaded,
                        const OrientedSection& section, std::uint32_t first_row,
                        std::uint32_t end_row, std::uint32_t chunk, std::int8_t* out,
                        std::size_t stride);

// May there be any such move in this section? Cheap, and worth asking: seen from the upper half
// most sections have none.
bool may_pass_through_seam(const SweepTables& tables, const OrientedSection& section);

}  // namespace pipo
