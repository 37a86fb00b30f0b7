// A position of a small board in the top left corner of a larger one on which everything else is
// drawn. Both have the same values if the small board's right and bottom edges are drawn.
#pragma once

#include "pipopipette/position.hpp"

namespace pipo::test {

// Returns the edge of `large` at the place of an edge of `small`.
inline int embedded_edge(const Board& small, const Board& large, int edge) {
  if (edge < small.horizontals()) {
    return large.horizontal(edge / small.columns(), edge % small.columns());
  }
  const int vertical = edge - small.horizontals();
  return large.vertical(vertical / (small.columns() + 1), vertical % (small.columns() + 1));
}

inline Position embedded(const Position& position, const Board& large) {
  Position result{large, {}};
  for (int edge = 0; edge < large.edges(); ++edge) result.drawn.insert(edge);
  for (const int edge : position.open().members()) {
    result.drawn.erase(embedded_edge(position.board, large, edge));
  }
  return result;
}

// Draws the right and the bottom edges of a board.
inline Position with_right_and_bottom(Position position) {
  const Board& board = position.board;
  for (int r = 0; r < board.rows(); ++r) position.drawn.insert(board.vertical(r, board.columns()));
  for (int c = 0; c < board.columns(); ++c)
    position.drawn.insert(board.horizontal(board.rows(), c));
  return position;
}

}  // namespace pipo::test
