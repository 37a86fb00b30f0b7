// Coordinates of an edge: the row and column of h2.3 and v0.4, a side of a box, or a place on the
// grid.
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

enum class SideOfBox { top = 0, bottom, left, right };

struct BoxSide {
  int row = 0;  // of the box
  int column = 0;
  SideOfBox side = SideOfBox::top;
};

// Returns the box below or right of an edge, with its top or left side. For an edge of the bottom
// or right border it is the box above or left of the edge, with its bottom or right side.
BoxSide side_of(const Board& board, int edge);
int edge_at(const Board& board, const BoxSide& side);

// A place on the grid of 2R+1 rows and 2C+1 columns in which dots, edges and boxes alternate.
struct GridPlace {
  int row = 0;
  int column = 0;
};

GridPlace grid_place_of(const Board& board, int edge);
// Returns the edge at a place of the grid. Refuses the text at `offset` if the place is a dot or a
// box.
int edge_at(const Board& board, const GridPlace& place, const Cursor& cursor, std::size_t offset);

}  // namespace pipo
