#include "generator/half/half_geometry.hpp"

#include <bit>

#include "probe/base/count_bits.hpp"

namespace pipo {

HalfGeometry::HalfGeometry(const HalfShape& shape) : border_shift_(shape.bits()) {
  const int n = shape.columns;
  boxes_of_edge_.assign(border_shift_ + n, {-1, -1});
  for (int row = 0; row < shape.rows; ++row) {
    const int base = row * shape.row_bits();
    const int near_base = row + 1 < shape.rows ? base + shape.row_bits() + n + 1 : border_shift_;
    for (int column = 0; column < n; ++column) {
      const auto box = static_cast<std::int8_t>(boxes_.size());
      HalfEdges sides = 0;
      for (const int edge :
           {base + column, base + column + 1, base + n + 1 + column, near_base + column}) {
        sides |= HalfEdges{1} << edge;
        auto& boxes = boxes_of_edge_[edge];
        (boxes[0] < 0 ? boxes[0] : boxes[1]) = box;
      }
      boxes_.push_back(sides);
    }
  }
}

HalfEdges HalfGeometry::draw_and_settle(HalfEdges drawn, HalfEdges edges) const {
  HalfEdges waiting = edges & ~drawn;  // drawn edges whose boxes have not been checked
  drawn |= edges;
  while (waiting != 0) {
    const int edge = std::countr_zero(waiting);
    waiting &= waiting - 1;
    for (const std::int8_t box : boxes_of_edge_[edge]) {
      if (box < 0) continue;
      const HalfEdges open = boxes_[box] & ~drawn;
      if (has_single_bit(open)) {
        drawn |= open;
        waiting |= open;
      }
    }
  }
  return drawn;
}

int HalfGeometry::complete_boxes(HalfEdges drawn) const {
  int complete = 0;
  for (const HalfEdges box : boxes_) complete += (drawn & box) == box;
  return complete;
}

}  // namespace pipo
