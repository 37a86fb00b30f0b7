// The moves inside the half that gives the rows: whole rows take part in the maximum with whole
// rows.
//
// Worked in strips of columns: a strip of the sources fits into a core's cache, where every row of
// it is read by several rows of the section.
#pragma once

#include <cstddef>
#include <cstdint>

#include "generator/sweep/finished_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Columns of a strip; a multiple of 64.
constexpr std::uint32_t kStripColumns = 256;

// Sets out[row * stride + column] to the best move inside the rows' half, kNoValue where there is
// none, for all rows and for columns first_column .. first_column + columns - 1; out's columns
// count from the strip's first. At most kStripColumns columns.
void compute_inner_moves(const SweepTables& tables, const FinishedSections& finished,
                         const OrientedSection& section, std::uint32_t first_column,
                         std::uint32_t columns, std::int8_t* out, std::size_t stride,
                         StripScratch& scratch);

}  // namespace pipo
