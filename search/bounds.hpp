// What is certain of values: of positions as they stand, and from what is known of later ones.
#pragma once

#include "pipopipette/bounds.hpp"
#include "pipopipette/position.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

// Nobody takes more boxes than are left.
Bounds widest_bounds(int boxes_left);

// Of a position that settles so, given those of the quiet position (identity A of settle.hpp).
Bounds bounds_before(const Settlement& settlement, const Bounds& quiet);

// What every position lets say by itself: whoever may take boxes need not move first in what
// remains if that is bad.
Bounds bounds_of(const Position& position);

// What a move is worth to the player who draws it, its boxes included, given the value of what it
// leads to. After a move that takes a box the same player moves again, so that value is his, too;
// after another one it is his opponent's. (On the full board nobody moves, and the value is 0.)
Bounds bounds_of_move(int captures, const Bounds& after);

// The value of a position given what one of its moves is worth: no less than that, since the player
// to move may choose it; and no more, either, where that move takes a box and nothing can be handed
// back, since to take all is best there (identity A).
Bounds bounds_before_move(const Position& position, int captures, const Bounds& worth);

}  // namespace pipo
