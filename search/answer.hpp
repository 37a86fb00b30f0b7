// The answer and the bounds of a position by identity A (settle.hpp), from values or bounds of the
// quiet positions to which it and its moves settle.
#pragma once

#include <functional>
#include <vector>

#include "pipopipette/bounds.hpp"
#include "pipopipette/position.hpp"
#include "pipopipette/tables.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

// Returns the answer for a position. `quiet_value` returns the value of a quiet position of the
// board; it may be called several times for the same one, since moves can settle alike.
Answer answer_by(const Position& position, LastMoveCost last_move_cost,
                 const std::function<int(EdgeSet quiet)>& quiet_value);

// Returns the moves of a position in the order of their edges, each with its captures and without
// its value.
std::vector<MoveValue> moves_without_values(const Position& position);

// Sets the value of a move.
void set_value(const Position& position, MoveValue& move,
               const std::function<int(EdgeSet quiet)>& quiet_value);

// Returns the answer for a position with these moves.
Answer answer_of(const Position& position, LastMoveCost last_move_cost,
                 std::vector<MoveValue> moves);

// Returns the quiet positions whose values answer_by() needs, each once.
std::vector<EdgeSet> required_positions(const Position& position);

// If the last move has a cost, `left` is the number of boxes left and the cost together in the
// functions below: nobody gains more than that.

// Returns the bounds that hold because nobody takes more boxes than are left.
Bounds widest_bounds(int left);

// Returns the bounds that follow from the position alone, on a board of any size. If it has a
// handout, the player to move can avoid moving first in the remaining position, which raises the
// lower bound.
Bounds bounds_of(const Position& position, LastMoveCost last_move_cost);

// The same for a position with this settlement, in which so many boxes are left.
Bounds bounds_of(const Settlement& settlement, int left);

// Returns the bounds of a move's value to the player who draws it, its boxes included, given the
// bounds of the position after it. That position's value is the same player's margin if the move
// takes a box, since this player moves again. Otherwise it is the opponent's margin.
Bounds bounds_of_move(int captures, const Bounds& after);

// Returns the bounds of a position's value, given its settlement, the number of boxes left, and the
// bounds of one of its moves. The value is at least the move's value, since the player to move may
// choose that move. It is also at most that if the move takes a box and the position has no
// handout, since taking all boxes is then best (identity A).
Bounds bounds_before_move(const Settlement& settlement, int left, int captures,
                          const Bounds& worth);

}  // namespace pipo
