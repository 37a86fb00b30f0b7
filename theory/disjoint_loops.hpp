// The numbers of loops and of strings that the opener may have to offer in a loony endgame.
#pragma once

#include "theory/structure.hpp"

namespace pipo::theory {

// Returns m, the largest number of cycles of boxes such that no two share a box (Sierra,
// proposition 85). The search is exhaustive, and instant on boards of up to 64 edges.
int most_disjoint_loops(const Structure& structure);

// Returns n = valence / 2 - joints, the number of strings that will be offered in a loony endgame
// in any order of play. It is also the number d of double-crosses on strings
// (Sierra, proposition 43).
int strings_to_offer(const Structure& structure);

// Returns FCV = boxes - 4n - 8m of a loony endgame. It is the controller's margin if they always
// keep control and the opener offers as many loops as possible (Sierra, proposition 77).
int fully_controlled_value(const Structure& structure);

}  // namespace pipo::theory
