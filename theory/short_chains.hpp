// Positions in which every string is long or an independent chain, with at least one short chain:
// the exchange of the short chains and then a loony endgame.
#pragma once

#include "pipopipette/board.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// The exchange when the players offer the short chains, 1-chains first, before anything else.
struct Exchange {
  int chains = 0;         // how many are short
  int to_controller = 0;  // boxes the player who will be in control takes in it
  int to_opener = 0;      // boxes his opponent takes: 0, 1 or 2 more (Sierra, proposition 39)
  bool next_player_controls =
      false;            // the player to move offers the last one: an odd number of chains
  EdgeSet endgame = 0;  // the loony endgame after it

  // What the exchange costs the player who will be in control: 0, 1 or 2.
  int cost() const { return to_opener - to_controller; }
};

// Of a quiet position with Stage::short_chains; throws BadInput for any other.
Exchange exchange_of(const Board& board, EdgeSet quiet);

// The margin for the player to move, v being the value of the loony endgame for its controller: v
// less the cost of the exchange if he will be in control, and that negated if not.
//
// It holds however the players choose to proceed, not only for short chains first. If a string with
// value v' left behind it is offered before an exchange of cost e, the opponent makes k - 2 + |v' -
// e - 2| in place of k - 2 + |v' - 2|, no more than e less; and a player about to be in control has
// at least -2 without that, k >= 3 and the parity of v doing the rest. Loops likewise.
int value_before_exchange(const Exchange& exchange, int v);

}  // namespace pipo::theory
