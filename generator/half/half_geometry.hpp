// The boxes of a half, for settling it on its own: what happens when edges of the half or of its
// line are drawn, as far as the half alone can tell.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "probe/space/half_index.hpp"

namespace pipo {

// Drawn edges of a half together with its line: the configuration's bits, then the line's n bits.
using HalfEdges = std::uint64_t;

class HalfGeometry {
 public:
  explicit HalfGeometry(const HalfShape& shape);

  HalfEdges combine(HalfConfiguration configuration, LineState line) const {
    return configuration | static_cast<HalfEdges>(line) << line_shift_;
  }
  HalfConfiguration configuration(HalfEdges edges) const {
    return static_cast<HalfConfiguration>(edges & ((HalfEdges{1} << line_shift_) - 1));
  }
  LineState line(HalfEdges edges) const { return static_cast<LineState>(edges >> line_shift_); }

  // Draws `edges` and then the last open edge of every box of the half that has three sides, until
  // none has. The result does not depend on the order, since drawing never makes another box lose
  // sides.
  HalfEdges draw_and_settle(HalfEdges drawn, HalfEdges edges) const;

  // Boxes with all four sides drawn.
  int complete_boxes(HalfEdges drawn) const;

 private:
  int line_shift_;
  std::vector<HalfEdges> boxes_;
  std::vector<std::array<std::int8_t, 2>> boxes_of_edge_;  // -1: none
};

}  // namespace pipo
