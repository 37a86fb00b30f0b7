// Computes the values of any position and of its moves from the values of the quiet positions to
// which they settle (identity A of settle.hpp).
#pragma once

#include <functional>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Returns the answer for a position. `quiet_value` returns the value of a quiet position of the
// board; it may be called several times for the same one, since moves can settle alike.
Answer answer_by(const Position& position, const std::function<int(EdgeSet quiet)>& quiet_value);

// Returns the moves of a position in the order of their edges, each with its captures and without
// its value.
std::vector<MoveValue> moves_without_values(const Position& position);

// Sets the value of a move.
void set_value(const Position& position, MoveValue& move,
               const std::function<int(EdgeSet quiet)>& quiet_value);

// Returns the answer for a position with these moves.
Answer answer_of(const Position& position, std::vector<MoveValue> moves);

// Returns the quiet positions whose values answer_by() needs, each once.
std::vector<EdgeSet> required_positions(const Position& position);

}  // namespace pipo
