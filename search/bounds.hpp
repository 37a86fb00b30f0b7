// Bounds of values that follow from a position alone, or from the bounds of later positions.
#pragma once

#include "pipopipette/bounds.hpp"
#include "pipopipette/position.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

// Returns the bounds that hold because nobody takes more boxes than are left.
Bounds widest_bounds(int left);

// Returns the bounds of a position with this settlement, given those of the quiet position to which
// it settles (identity A of settle.hpp).
Bounds bounds_before(const Settlement& settlement, const Bounds& quiet);

// Returns the bounds that follow from the position alone. If it has a handout, the player to move
// can avoid moving first in the remaining position, which raises the lower bound.
Bounds bounds_of(const Position& position);

// The same for a position with this settlement, in which so many boxes are left.
Bounds bounds_of(const Settlement& settlement, int left);

// Returns the bounds of a move's value to the player who draws it, its boxes included, given the
// bounds of the position after it. That position's value is the same player's margin if the move
// takes a box, since this player moves again. Otherwise it is the opponent's margin. (On the full
// board nobody moves, and the value is 0.)
Bounds bounds_of_move(int captures, const Bounds& after);

// Returns the bounds of a position's value, given its settlement, the number of boxes left, and the
// bounds of one of its moves. The value is at least the move's value, since the player to move may
// choose that move. It is also at most that if the move takes a box and the position has no
// handout, since taking all boxes is then best (identity A).
Bounds bounds_before_move(const Settlement& settlement, int left, int captures,
                          const Bounds& worth);

}  // namespace pipo
