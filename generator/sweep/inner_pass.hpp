// The moves inside the half that gives the rows. Such a move raises a whole row by a whole source
// row.
//
// A pass works in strips of columns. A strip of the sources fits into a core's cache, where each of
// its rows is read by several rows of the section.
#pragma once

#include <cstddef>
#include <cstdint>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Columns of a strip at most; a multiple of 64.
constexpr std::uint32_t kStripColumns = 512;

// A canonical section, and the orientation in which its rows are the requested rows.
struct InnerSource {
  SectionKey key;
  Orientation orientation;
};

// Returns the section that a move inside the rows' half leads to: the same seam, with `drawn` more
// edges in that half.
InnerSource inner_source(const SweepTables& tables, const OrientedSection& section, int drawn);

// Raises out[row * stride + column] to the best move inside the rows' half whose source is loaded,
// for all rows and for columns first_column .. first_column + columns - 1, at most kStripColumns.
// The columns of `out` count from first_column.
void raise_inner_moves(const SweepTables& tables, const LoadedSections& loaded,
                       const OrientedSection& section, std::uint32_t first_column,
                       std::uint32_t columns, std::int8_t* out, std::size_t stride,
                       StripScratch& scratch);

}  // namespace pipo
