// The ways to cut a start for a sweep. All have about the same number of values, but the work
// differs.
#pragma once

#include <vector>

#include "pipopipette/position.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/cut.hpp"

namespace pipo {

// A cut of an image of a start.
struct SweepCut {
  Image image;  // from the start's board to the cut's turned board
  Cut cut;
  bool merge = false;  // whether interchangeable configurations are merged
};

// Returns the cuts worth considering. The first one is the best in the middle of the board, as far
// as open edges tell. If the board has an odd number of rows, the others are lines beside the
// middle, with the larger half as the lower one: its moves need no transposing.
std::vector<SweepCut> sweep_cuts(const Position& start);

}  // namespace pipo
