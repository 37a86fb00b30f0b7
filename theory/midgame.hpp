// What lead in boxes the opener needs before an endgame, and which endgames to steer for.
//
// Allcock, section 5: on boards with an odd number of boxes, seen by the player who will have to
// open a simple loony endgame G, entering it with a lead of A boxes. He wins iff A > v(G). With
// c(G) < 2, the endgames the opener wants, v(G) is 0 to 4, so that A <= 0 is lost and A >= 4 won;
// in between it depends on the shape of G. (Of a lead of 1 the paper asks for an even number of
// 4-loops where there are many 6-loops; by its theorem 4.1 it is an odd number.)
#pragma once

#include <span>
#include <string_view>

#include "theory/multiset.hpp"
#include "theory/source.hpp"

namespace pipo::theory {

constexpr Source kMidgameSource{"Allcock", "section 5"};

enum class Prospect { lost, likely_lost, likely_won, won };

// The prospect with a lead, if the endgame has a controlled value below 2.
Prospect prospect(int lead);

// A class of endgames that wins for an opener who has that lead.
struct Aim {
  int lead = 0;           // 1, 2 or 3
  std::string_view text;  // what the endgame must be like, as a noun phrase
  // Whether G is in the class: c(G) < 2 and the size of the other parity than the lead are given.
  bool (*reached)(const Multiset& endgame);
};

// For leads of 1, 2 and 3, in this order. With c(G) < 2 the opener wins iff one of them is reached.
std::span<const Aim> aims();

}  // namespace pipo::theory
