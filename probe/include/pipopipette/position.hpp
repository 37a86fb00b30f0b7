// A position: a board and the set of edges drawn on it. Who owns which box is not part of it.
#pragma once

#include <iosfwd>

#include "pipopipette/board.hpp"

namespace pipo {

struct PIPOPIPETTE_API Position {
  Board board;
  EdgeSet drawn = 0;  // a subset of board.all()

  // The number of drawn edges.
  int layer() const;
  EdgeSet open() const { return board.all() & ~drawn; }

  friend bool operator==(const Position&, const Position&) = default;
};

// Throws BadInput where edges are drawn that the board has not.
PIPOPIPETTE_API void check_edges(const Board& board, EdgeSet drawn);

// Writes it as "RxC:BITS", so that tests show it; to_string (notation.hpp) gives the same.
PIPOPIPETTE_API std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace pipo
