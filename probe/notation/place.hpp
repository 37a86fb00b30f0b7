// Where an edge is: the row and column of h2.3 and v0.4, a side of a box, a place on the grid.
#pragma once

#include "pipopipette/board.hpp"
#include "probe/notation/cursor.hpp"

namespace pipo {

struct EdgePlace {
  bool horizontal = false;
  int row = 0;
  int column = 0;
};

EdgePlace place_of(const Board& board, int edge);
int edge_at(const Board& board, const EdgePlace& place);

enum class Side { top = 0, bottom, left, right };

struct BoxSide {
  int row = 0;  // of the box
  int column = 0;
  Side side = Side::top;
};

// The top or left side of a box; in the last row and column, which no box lies beyond, the bottom
// and right sides, too.
BoxSide side_of(const Board& board, int edge);
int edge_at(const Board& board, const BoxSide& side);

// The grid of 2R+1 rows and 2C+1 columns in which dots, edges and boxes take turns.
struct GridPlace {
  int row = 0;
  int column = 0;
};

GridPlace grid_place_of(const Board& board, int edge);
// Refuses a dot and a box, as what stands at `offset`.
int edge_at(const Board& board, const GridPlace& place, const Cursor& cursor, std::size_t offset);

}  // namespace pipo
