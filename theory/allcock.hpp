// Allcock's theorems on simple loony endgames: values and best play from the position alone,
// without a game tree.
//
// Throughout, c is the controlled value, f the number of 4-loops, s that of 6-loops and theta that
// of 3-chains. Every function throws BadInput when a chain is short.
#pragma once

#include "theory/multiset.hpp"
#include "theory/source.hpp"

namespace pipo::theory::allcock {

// Theorem 4.1: v(G) case by case; the source names the case. 0 for the empty endgame.
Derived explicit_value(const Multiset& multiset);

// The core of an endgame with at most one 3-chain: its loops of 8 and more and its very long
// chains, or, when it has no very long chain, its 3-chain.
Multiset core(const Multiset& multiset);

// Theorem 4.2: v(G) from the controlled value of the core, put through one map for each 6-loop,
// then for a 3-chain outside the core, then for each 4-loop.
Derived procedural_value(const Multiset& multiset);

// Theorem 1.1: a component that is optimal to open. Throws BadInput when nothing is left.
Simple opening(const Multiset& multiset);

// Theorem 1.3: whether to keep control after `opened` was opened, the rest being what else is left.
bool keeps_control(Simple opened, const Multiset& rest);

// Theorem 1.4: whether v(G) > 2.
bool exceeds_two(const Multiset& multiset);

}  // namespace pipo::theory::allcock
