// The boxes of a half and its border, to settle it on its own.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "probe/space/half_index.hpp"

namespace pipo {

// Drawn edges of a half together with its border: the configuration's bits, then the border's n
// bits.
using HalfEdges = std::uint64_t;

// The consequences of drawing edges of the half or of its border, as far as the half alone
// determines them.
class HalfGeometry {
 public:
  explicit HalfGeometry(const HalfShape& shape);

  HalfEdges combine(HalfConfiguration configuration, BorderState border) const {
    return configuration | static_cast<HalfEdges>(border) << border_shift_;
  }
  HalfConfiguration configuration(HalfEdges edges) const {
    return static_cast<HalfConfiguration>(edges & ((HalfEdges{1} << border_shift_) - 1));
  }
  BorderState border(HalfEdges edges) const {
    return static_cast<BorderState>(edges >> border_shift_);
  }

  // Draws `edges`, then the last open edge of every box of the half with three sides, until no such
  // box is left. The result does not depend on the order: drawing never removes a side from a box.
  HalfEdges draw_and_settle(HalfEdges drawn, HalfEdges edges) const;

  // Boxes with all four sides drawn.
  int complete_boxes(HalfEdges drawn) const;

 private:
  int border_shift_;
  std::vector<HalfEdges> boxes_;
  std::vector<std::array<std::int8_t, 2>> boxes_of_edge_;  // -1: none
};

}  // namespace pipo
