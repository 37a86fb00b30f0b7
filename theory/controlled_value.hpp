// The controlled value of a simple loony endgame: what the controller makes by keeping control.
//
// All numbers are margins in boxes for the controller. A chain kept under control brings its length
// less 4, a loop its length less 8; the terminal bonus is what taking the end whole adds.
#pragma once

#include "theory/multiset.hpp"

namespace pipo::theory {

// fcv: keeping control to the very end, sum(chain - 4) + sum(loop - 8).
int fully_controlled_value(const Multiset& multiset);

// tb: 0 when nothing is left, 8 when only loops are, 6 for loops and chains that are all 3-chains,
// else 4 (Allcock, equation 1.2). Sierra's proposition 86 has 4, not 6, for loops and two or more
// 3-chains: the thesis' controller may not give up control before the last two components.
int terminal_bonus(const Multiset& multiset);

// c = fcv + tb (Allcock, equation 1.1 and theorem 2.1). Throws BadInput when a chain is short.
int controlled_value(const Multiset& multiset);

}  // namespace pipo::theory
