// Chooses the orientation in which a start is swept. A square board can be cut along its rows or
// along its columns. The number of values is the same, but the work differs.
#pragma once

#include "pipopipette/position.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

constexpr Image kTranspose{.transpose = true};

struct OrientedStart {
  Position start;
  bool transposed = false;  // whether rows and columns have been exchanged
};

// Returns a start on a board with no more rows than columns, as tables require.
OrientedStart orient_for_sweep(const Position& start);

}  // namespace pipo
