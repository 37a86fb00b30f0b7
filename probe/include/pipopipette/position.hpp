// A position: a board and the set of edges drawn on it. The owners of boxes are not part of it.
#pragma once

#include <iosfwd>

#include "pipopipette/board.hpp"

namespace pipo {

struct PIPOPIPETTE_API Position {
  Board board;
  EdgeSet drawn = 0;  // a subset of board.all()

  // Returns the number of drawn edges.
  int layer() const;
  EdgeSet open() const { return board.all() & ~drawn; }

  friend bool operator==(const Position&, const Position&) = default;
};

// Throws BadInput if `drawn` contains edges that are not on the board.
PIPOPIPETTE_API void check_edges(const Board& board, EdgeSet drawn);

// Writes "RxC:BITS", as to_string (notation.hpp) does, so that failed tests show the position.
PIPOPIPETTE_API std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace pipo
