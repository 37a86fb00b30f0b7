// What is certain of a value that is not known: between which two it lies, ends included.
#pragma once

#include "pipopipette/position.hpp"

namespace pipo {

// Both ends have the parity of the boxes that are left, as the value has.
struct ValueRange {
  int lower = 0;
  int upper = 0;

  static ValueRange only(int value) { return {value, value}; }
  bool exact() const { return lower == upper; }

  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// What every position lets say by itself: nobody takes more boxes than are left, and whoever may
// take some need not move first in what remains if that is bad (identity A of settle.hpp).
ValueRange possible_values(const Position& position);

// What a move is worth to the player who draws it, its boxes included, given the value of what it
// leads to. After a move that takes a box the same player moves again, so that value is his, too;
// after another one it is his opponent's. (On the full board nobody moves, and the value is 0.)
ValueRange worth_of_move(int captures, const ValueRange& after);

// The value of a position given what one of its moves is worth: no less than that, since the player
// to move may choose it; and no more, either, where that move takes a box and nothing can be handed
// back, since to take all is best there (identity A).
ValueRange value_before_move(const Position& position, int captures, const ValueRange& worth);

}  // namespace pipo
