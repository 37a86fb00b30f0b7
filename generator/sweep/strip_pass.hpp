// The work of the sweep on one strip: all rows of a section in one orientation, for one chunk of
// columns.
//
// A strip takes the moves whose sources can be read by rows in its orientation: those inside the
// rows' half, and those through the seam and the run-outs whose source section is stored that way
// round. The two orientations together make every move once.
#pragma once

#include <array>
#include <cstdint>

#include "generator/kernels/kernels.hpp"
#include "generator/seam/seam_plan.hpp"
#include "generator/sweep/finished_sections.hpp"

namespace pipo {

// What the sweep knows of a board before it starts.
struct SweepTables {
  const StateSpace& space;
  const HalfTable& lower;
  const HalfTable& upper;
  const SeamPlans& plans;

  const HalfTable& half(Side side) const { return side == Side::lower ? lower : upper; }
};

// A section to be computed, as seen in an orientation.
struct OrientedSection {
  SeamState seam = 0;
  Orientation orientation = Orientation::lower_rows;
  int row_drawn = 0;
  int column_drawn = 0;
};

class StripPass {
 public:
  StripPass(const SweepTables& tables, const FinishedSections& finished,
            const OrientedSection& section, std::uint32_t chunk, StripScratch& scratch);

  // Rows and columns of the strip.
  std::uint32_t rows() const { return rows_; }
  std::uint32_t columns() const { return columns_; }

  // Sets out[row * stride + column] to the best of the strip's moves, kNoValue where it has none.
  void compute(std::int8_t* out, std::size_t stride);

 private:
  void find_inner_sources();
  void compute_row(std::uint32_t row, std::int8_t* out);
  void through_seam(std::uint32_t member, std::int8_t* out);
  void raise_outcome(const Outcome& outcome, const Reaction& reaction, std::int8_t* out);

  // The stored section with the given numbers in this orientation, its rows being ours.
  SectionKey stored_key(SeamState seam, int row_drawn, int column_drawn) const {
    return {seam, row_drawn, column_drawn};
  }

  const SweepTables& tables_;
  const FinishedSections& finished_;
  OrientedSection section_;
  std::uint32_t chunk_;
  StripScratch& scratch_;
  const Kernels& kernels_;
  const HalfTable& row_half_;
  LineState row_line_;
  const LineTable& row_table_;
  const SeamPlan& plan_;
  std::uint32_t rows_;
  std::uint32_t columns_;
  std::array<Strip, 32> inner_;  // by edges drawn by the move
};

}  // namespace pipo
