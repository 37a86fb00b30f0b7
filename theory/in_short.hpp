// The explanation of a position in a player's words.
#pragma once

#include <optional>

#include "theory/sentences.hpp"

namespace pipo::theory {

// Returns a few whole sentences: the long chains and loops, who gets control, what to play, and the
// boxes of best play. They speak of the player to move and the opponent, since the reader may be
// either. A sentence states what a theorem or exact values prove; any other says "rule of thumb".
// Empty if no box is left.
Paragraph in_short(const Explanation& explanation, const std::optional<ExactMoves>& exact);

}  // namespace pipo::theory
