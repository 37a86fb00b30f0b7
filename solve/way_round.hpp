// Which way round a start is swept. A square board can be cut along its rows or along its columns:
// the values are as many, the work is not.
#pragma once

#include "pipopipette/position.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

constexpr Image kTranspose{.transpose = true};

struct WayRound {
  Position start;
  bool transposed = false;  // whether rows and columns have been exchanged
};

// On a board with no more rows than columns, as tables have it.
WayRound way_round(const Position& start);

}  // namespace pipo
