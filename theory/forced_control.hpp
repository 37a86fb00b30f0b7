// When an opener can force the controller to keep control, so that the value of a loony endgame
// with joints is its controlled value.
#pragma once

#include "theory/source.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// The theorem is proved in docs/theory.md.
inline constexpr Source kForcedControl{"Pipopipette", "theorem 1"};

// Returns whether theorem 1 shows that V(G) = CV(G) for a loony endgame with this structure and
// controlled value. That is so if the controlled value is 2 or more, no 4-loop is locked, and at
// most one 6-loop is. A loop is locked if it is a cup now, of 3 or 5 boxes, and the opener has to
// offer longer strings first to make it an independent loop. Shackles lock no loop if one cup has 3
// boxes or the cups have different lengths: the opener offers the shorter one.
bool controlled_value_is_value(const Structure& structure, int controlled);

}  // namespace pipo::theory
