// Coordinates of an edge: the row and column of h2.3 and v0.4, the sides of boxes, or a place on
// the grid.
#pragma once

#include <vector>

#include "pipopipette/board.hpp"

namespace pipo {

struct EdgePlace {
  bool horizontal = false;
  int row = 0;
  int column = 0;
};

inline EdgePlace place_of(const Board& board, int edge) {
  if (edge < board.horizontals()) return {true, edge / board.columns(), edge % board.columns()};
  const int vertical = edge - board.horizontals(), columns = board.columns() + 1;
  return {false, vertical / columns, vertical % columns};
}

inline int edge_at(const Board& board, const EdgePlace& place) {
  return place.horizontal ? board.horizontal(place.row, place.column)
                          : board.vertical(place.row, place.column);
}

// Returns the edge with this number in an order in which vertical edges come column by column.
inline int edge_by_columns(const Board& board, int number) {
  const int vertical = number - board.horizontals();
  if (vertical < 0) return number;
  return board.vertical(vertical % board.rows(), vertical / board.rows());
}

struct BoxSide {
  int row = 0;  // of the box
  int column = 0;
  int side = 0;  // 0 top, 1 bottom, 2 left, 3 right
};

// Returns the edge as a side of each box beside it: of the box below or right of it, then of the
// box above or left of it.
inline std::vector<BoxSide> sides_of(const Board& board, int edge) {
  const auto [horizontal, row, column] = place_of(board, edge);
  std::vector<BoxSide> sides;
  if (row < board.rows() && column < board.columns()) {
    sides.push_back({row, column, horizontal ? 0 : 2});
  }
  if (horizontal && row > 0) sides.push_back({row - 1, column, 1});
  if (!horizontal && column > 0) sides.push_back({row, column - 1, 3});
  return sides;
}

// A place on the grid of 2R+1 rows and 2C+1 columns in which dots, edges and boxes alternate.
struct GridPlace {
  int row = 0;
  int column = 0;
};

inline GridPlace grid_place_of(const Board& board, int edge) {
  const auto [horizontal, row, column] = place_of(board, edge);
  return {2 * row + (horizontal ? 0 : 1), 2 * column + (horizontal ? 1 : 0)};
}

}  // namespace pipo
