// The tables that a sweep reads, and a section seen in an orientation.
#pragma once

#include "generator/half/half_table.hpp"
#include "generator/seam/seam_plan.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct SweepTables {
  const StateSpace& space;
  const HalfTable& lower;
  const HalfTable& upper;
  const SeamPlans& plans;
  TableGame game = TableGame::dots_and_boxes;
  int option_set = 0;  // of Nimstring: which nim-values the entries list (kernels.hpp)

  const HalfTable& half(Side side) const { return side == Side::lower ? lower : upper; }
};

// A section to be computed, seen in an orientation.
struct OrientedSection {
  SeamState seam = 0;
  Orientation orientation = Orientation::lower_rows;
  int row_drawn = 0;
  int column_drawn = 0;
};

inline const BorderTable& row_table(const SweepTables& tables, const OrientedSection& section) {
  const Side side = row_side(section.orientation);
  return tables.half(side).border(tables.space.cut().border(section.seam, side));
}

inline OrientedSection oriented(const SectionKey& key, Orientation orientation) {
  if (orientation == Orientation::lower_rows) return {key.seam, orientation, key.lower, key.upper};
  return {key.seam, orientation, key.upper, key.lower};
}

}  // namespace pipo
