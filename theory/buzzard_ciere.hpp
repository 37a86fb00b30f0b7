// Buzzard and Ciere's algorithms on simple loony endgames: the value by cases on the 3-chains, and
// an optimal component to open. Both throw BadInput when a chain is short.
#pragma once

#include "theory/multiset.hpp"
#include "theory/source.hpp"

namespace pipo::theory::buzzard_ciere {

// v(G); at most three smaller endgames are looked at, never a game tree. The source names the
// theorem or corollary that settled it. 0 for the empty endgame.
Derived value(const Multiset& multiset);

// An optimal component to open: always the shortest chain or the shortest loop (corollary 3); the
// loop when there is one and no 3-chain (theorem 18); else whichever of the two costs less, by
// value(). Throws BadInput when nothing is left.
Simple opening(const Multiset& multiset);

}  // namespace pipo::theory::buzzard_ciere
