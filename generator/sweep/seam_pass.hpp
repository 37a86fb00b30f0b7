// The moves through the seam, and the run-outs of both halves.
//
// A pass takes those whose source section is loaded, and stored so that it can be read by rows in
// the pass's orientation; the passes in both orientations together make every such move once.
// Worked row by row over many columns: the entries a row needs lie scattered over a handful of
// source rows, which then stay in cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Raises out[(row - first_row) * stride + column] to the best of those moves, for rows first_row ..
// end_row - 1 and the columns of a chunk (see chunk_columns); columns count from the chunk's first.
void raise_through_seam(const SweepTables& tables, const LoadedSections& loaded,
                        const OrientedSection& section, std::uint32_t first_row,
                        std::uint32_t end_row, std::uint32_t chunk, std::int8_t* out,
                        std::size_t stride);

// May there be any such move in this section? Cheap, and worth asking: seen from the upper half
// most sections have none.
bool may_pass_through_seam(const SweepTables& tables, const OrientedSection& section);

// Sets sources[loaded.index(key)] for every section these moves read.
void note_seam_sources(const SweepTables& tables, const LoadedSections& loaded,
                       const OrientedSection& section, std::vector<bool>& sources);

}  // namespace pipo
