// The value of simple loony endgames, where a search can end.
#pragma once

#include <optional>

#include "search/field.hpp"
#include "search/quiet_moves.hpp"

namespace pipo {

// The margin for the player to move in a quiet position, if it is known by theorem: where nothing
// is left but chains of three or more boxes and loops, and no joint. `left` is how many boxes are.
std::optional<int> loony_leaf(const Field& field, EdgeSet open, const QuietMoves& moves, int left);

}  // namespace pipo
