// A table as seen from a board: how positions of the board become positions of the table.
//
// A table of 3x4 also answers positions of 4x3, and one with start S all positions some mirror
// image of which contains S. Each way of laying a position over the table is a view.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/board/geometry.hpp"
#include "probe/table/cut.hpp"
#include "probe/table/edge_map.hpp"

namespace pipo {

class View {
 public:
  // Every way in which positions of `board` may lie on the cut's turned board; of ways that need
  // the same edges drawn, one. None if it is another board.
  static std::vector<View> all(const Board& board, const Cut& cut);

  // Does the position contain the table's start when seen this way?
  bool covers(EdgeSet drawn) const { return (drawn & needed_) == needed_; }

  // The number of edges of the table's start.
  int start_edges() const;

  // The position, turned and taken apart.
  Parts parts(EdgeSet drawn) const {
    const EdgeSet mapped = map_(drawn);
    return {.seam = static_cast<SeamState>(mapped >> (2 * half_bits_)),
            .lower = static_cast<HalfConfiguration>(mapped & half_mask()),
            .upper = static_cast<HalfConfiguration>(mapped >> half_bits_ & half_mask())};
  }

 private:
  View(EdgeSet needed, int half_bits, const EdgeMap& map)
      : needed_(needed), half_bits_(half_bits), map_(map) {}

  EdgeSet half_mask() const { return (EdgeSet{1} << half_bits_) - 1; }

  EdgeSet needed_;  // edges that the start becomes on the position's board
  int half_bits_;
  EdgeMap map_;  // to the bits of the lower half, then the upper half, then the seam
};

}  // namespace pipo
