// Buzzard and Ciere's algorithms on simple loony endgames: the value by cases on the 3-chains, and
// an optimal component to open. Both throw BadInput if a chain is short.
#pragma once

#include "theory/multiset.hpp"
#include "theory/source.hpp"

namespace pipo::theory::buzzard_ciere {

// Returns v(G). It examines at most three smaller endgames and never a game tree. The source names
// the theorem or corollary that applies. Returns 0 for the empty endgame.
Derived value(const Multiset& multiset);

// Returns an optimal component to open, which is always the shortest chain or the shortest loop
// (corollary 3). If there is a loop and no 3-chain, it is the loop (theorem 18). Otherwise it is
// the one that costs less, by value(). Throws BadInput if nothing is left.
Simple opening(const Multiset& multiset);

}  // namespace pipo::theory::buzzard_ciere
