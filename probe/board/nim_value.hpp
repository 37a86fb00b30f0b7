// The value of a position as a game of Nimstring: the same moves as in Dots-and-Boxes, but the
// first player unable to complete a turn loses.
#pragma once

namespace pipo {

struct NimValue {
  // True if boxes are on offer that the player to move may either take or hand back. The player to
  // move then chooses who moves first in the rest, and so wins in any case.
  bool loony = false;
  int number = 0;  // the nim-value if not loony

  // Returns whether the player to move wins Nimstring (Sierra, corollary 24).
  bool next_player_wins() const { return loony || number != 0; }
  friend bool operator==(const NimValue&, const NimValue&) = default;
};

}  // namespace pipo
