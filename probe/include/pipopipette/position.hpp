// A position: a board and the set of edges drawn on it. The owners of boxes are not part of it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>

#include "pipopipette/board.hpp"

namespace pipo {

// Positions are ordered by board, then by `drawn` as a number, and can be hashed. Position{} is the
// empty board 1x1.
struct PIPOPIPETTE_API Position {
  Board board;
  EdgeSet drawn = 0;  // a subset of board.all()

  // Returns the number of drawn edges.
  int layer() const;
  EdgeSet open() const { return board.all() & ~drawn; }

  friend auto operator<=>(const Position&, const Position&) = default;
};

// Throws BadInput if `drawn` contains edges that are not on the board.
PIPOPIPETTE_API void check_edges(const Board& board, EdgeSet drawn);

// Writes "RxC:BITS", as to_string (notation.hpp) does, so that failed tests show the position.
PIPOPIPETTE_API std::ostream& operator<<(std::ostream& out, const Position& position);

}  // namespace pipo

template <>
struct std::hash<pipo::Position> {
  // Mixes all bits of `drawn`, so that tables of any size can use the lowest bits.
  std::size_t operator()(const pipo::Position& position) const noexcept {
    std::uint64_t mixed =
        position.drawn * 0x9e37'79b9'7f4a'7c15 + hash<pipo::Board>()(position.board);
    mixed = (mixed ^ mixed >> 32) * 0xd6e8'feb8'6659'fd93;
    return static_cast<std::size_t>(mixed ^ mixed >> 32);
  }
};
