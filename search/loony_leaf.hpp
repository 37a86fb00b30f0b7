// Values of simple loony endgames, at which the search stops.
#pragma once

#include <optional>

#include "search/field.hpp"
#include "search/quiet_moves.hpp"

namespace pipo {

// Returns the margin for the player to move in a quiet position that consists only of loops and of
// chains of three or more boxes, without joints. Returns nothing for other positions. `left` is the
// number of boxes left.
std::optional<int> loony_leaf(const Field& field, EdgeSet open, const QuietMoves& moves, int left);

}  // namespace pipo
