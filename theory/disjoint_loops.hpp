// How many loops the opener can come to offer in a loony endgame, and how many strings.
#pragma once

#include "theory/structure.hpp"

namespace pipo::theory {

// m: the largest number of cycles of boxes no two of which share a box (Sierra, proposition 85). An
// exhaustive search; instant on boards of up to 64 edges.
int most_disjoint_loops(const Structure& structure);

// n = valence / 2 - joints: the strings that will be offered in a loony endgame, whatever the
// order, and so the double-crosses d on strings (Sierra, proposition 43).
int strings_to_offer(const Structure& structure);

// FCV = boxes - 4n - 8m of a loony endgame: the controller's margin when he always keeps control
// and the opener offers as many loops as possible (Sierra, proposition 77).
int fully_controlled_value(const Structure& structure);

}  // namespace pipo::theory
