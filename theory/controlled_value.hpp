// The controlled value of a simple loony endgame: the controller's margin from keeping control.
//
// All numbers are margins in boxes for the controller. A chain under control adds its length - 4, a
// loop its length - 8. The terminal bonus is the gain from taking the last components whole.
#pragma once

#include "theory/multiset.hpp"

namespace pipo::theory {

// Returns fcv, the margin from keeping control to the very end: sum(chain - 4) + sum(loop - 8).
int fully_controlled_value(const Multiset& multiset);

// Returns tb (Allcock, equation 1.2):
//
// - 0 if nothing is left;
// - 8 if only loops are left;
// - 6 for loops and chains that are all 3-chains;
// - 4 otherwise.
//
// Sierra's proposition 86 has 4, not 6, for loops and two or more 3-chains: in the thesis, the
// controller may not give up control before the last two components.
int terminal_bonus(const Multiset& multiset);

// Returns c = fcv + tb (Allcock, equation 1.1 and theorem 2.1). Throws BadInput if a chain is
// short.
int controlled_value(const Multiset& multiset);

}  // namespace pipo::theory
