// What is certain of a value: that it lies between two numbers, both of its parity.
#pragma once

#include "probe/board/settle.hpp"

namespace pipo {

struct Bounds {
  int lower = 0;
  int upper = 0;

  bool exact() const { return lower == upper; }
};

// Of any position with so many boxes left: nobody takes more than there are.
Bounds widest_bounds(int boxes_left);

// Of a position that settles so, given those of the quiet position (identity A).
Bounds bounds_before(const Settlement& settlement, Bounds quiet);

// Of a move that completes so many boxes, given those of the position after it.
Bounds bounds_of_move(int captures, Bounds after);

}  // namespace pipo
