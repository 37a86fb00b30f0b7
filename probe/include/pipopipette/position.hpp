// A position: a board and the set of edges drawn on it. The owners of boxes are not part of it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>

#include "pipopipette/board.hpp"
#include "pipopipette/index_set.hpp"

namespace pipo {

// Positions are ordered by board, then by `drawn` as a number, and can be hashed. Position{} is the
// empty board 1x1.
struct PIPOPIPETTE_API Position {
  Board board;
  IndexSet drawn;  // edges of the board; a word of 64 bits if the board has at most 64 edges

  // Returns the number of drawn edges.
  int layer() const { return drawn.size(); }
  // Returns the edges that are not drawn.
  IndexSet open() const {
    if (!board.is_small()) return open_on_large();
    return board.all() & ~static_cast<EdgeSet>(drawn);
  }

  friend bool operator==(const Position&, const Position&) = default;
  friend std::strong_ordering operator<=>(const Position&, const Position&) = default;

 private:
  IndexSet open_on_large() const;
};

// Throw BadInput if `drawn` contains edges that are not on the board.
PIPOPIPETTE_API void check_edges(const Board& board, EdgeSet drawn);
PIPOPIPETTE_API void check_edges(const Board& board, const IndexSet& drawn);

// Writes "RxC:BITS", as to_string (notation.hpp) does, so that failed tests show the position.
PIPOPIPETTE_API std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace pipo

template <>
struct std::hash<pipo::Position> {
  // Mixes all edges of `drawn`, so that tables of any size can use the lowest bits.
  std::size_t operator()(const pipo::Position& position) const noexcept {
    return position.drawn.hash(hash<pipo::Board>()(position.board));
  }
};
