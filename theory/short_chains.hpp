// Positions in which every string is long or an independent chain, with at least one short chain.
// The players exchange the short chains; a loony endgame follows.
#pragma once

#include "pipopipette/board.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// The exchange if the players offer the short chains before anything else, 1-chains first.
struct Exchange {
  int chains = 0;         // number of short chains
  int to_controller = 0;  // boxes taken by the player who will be in control
  int to_opener = 0;      // boxes taken by the opponent: 0, 1 or 2 more (Sierra, proposition 39)
  bool next_player_controls =
      false;         // the player to move offers the last one: an odd number of chains
  IndexSet endgame;  // the loony endgame after it

  // Returns the cost of the exchange for the player who will be in control: 0, 1 or 2.
  int cost() const { return to_opener - to_controller; }
};

// Returns the exchange of a quiet position with Stage::short_chains. Throws BadInput for any other
// position.
Exchange exchange_of(const Position& quiet);

// Returns the margin for the player to move; v is the value of the loony endgame for its
// controller. The margin is v less the cost of the exchange if the player to move will be in
// control, otherwise the negative of that.
//
// This holds for any order of play, not only if the short chains come first. Suppose a
// player offers a string of k boxes before an exchange of cost e, and v' is the value of the
// endgame left behind the string. Then the opponent makes k - 2 + |v' - e - 2| instead of
// k - 2 + |v' - 2|, which is at most e less. A player about to be in control has at least -2
// without this offer; k >= 3 and the parity of v settle the rest. The same applies to loops.
int value_before_exchange(const Exchange& exchange, int v);

}  // namespace pipo::theory
