// Allcock's theorems on simple loony endgames: values and best play from the position alone,
// without a game tree.
//
// Throughout, c is the controlled value, f the number of 4-loops, s the number of 6-loops and theta
// the number of 3-chains. Every function throws BadInput if a chain is short.
#pragma once

#include "theory/multiset.hpp"
#include "theory/source.hpp"

namespace pipo::theory::allcock {

// Returns v(G) by the cases of theorem 4.1; the source names the case. Returns 0 for the empty
// endgame.
Derived explicit_value(const Multiset& multiset);

// Returns the core of an endgame with at most one 3-chain: its loops of 8 or more boxes and its
// very long chains. If it has no very long chain, the core contains its 3-chain instead.
Multiset core(const Multiset& multiset);

// Returns v(G) by theorem 4.2. It starts from the controlled value of the core and applies one map
// for each 6-loop, then one for a 3-chain outside the core, then one for each 4-loop.
Derived procedural_value(const Multiset& multiset);

// Returns a component that is optimal to open, by theorem 1.1. Throws BadInput if nothing is left.
Simple opening(const Multiset& multiset);

// Returns whether to keep control after `opened` has been opened, by theorem 1.3. `rest` is the
// remaining endgame.
bool keeps_control(Simple opened, const Multiset& rest);

// Returns whether v(G) > 2, by theorem 1.4.
bool exceeds_two(const Multiset& multiset);

}  // namespace pipo::theory::allcock
