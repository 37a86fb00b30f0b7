// The lead in boxes that the opener needs before an endgame, and the endgames to steer for.
//
// Allcock, section 5, covers boards with an odd number of boxes. The opener is the player who will
// have to open a simple loony endgame G. They enter it with a lead of A boxes, and win iff
// A > v(G). They want endgames with c(G) < 2, where v(G) is 0 to 4. So A <= 0 loses and A >= 4
// wins; in between, the shape of G decides.
//
// For a lead of 1 and many 6-loops, the paper asks for an even number of 4-loops. By its
// theorem 4.1 the number must be odd.
#pragma once

#include <span>
#include <string_view>

#include "theory/multiset.hpp"
#include "theory/source.hpp"

namespace pipo::theory {

constexpr Source kMidgameSource{"Allcock", "section 5"};

enum class Prospect { lost, likely_lost, likely_won, won };

// Returns the prospect with a lead, if the endgame has a controlled value below 2.
Prospect prospect(int lead);

// A class of endgames that an opener with that lead wins.
struct Aim {
  int lead = 0;           // 1, 2 or 3
  std::string_view text;  // the required endgame, as a noun phrase
  // Returns whether G is in the class. Requires c(G) < 2 and a size whose parity differs from that
  // of the lead.
  bool (*reached)(const Multiset& endgame);
};

// Returns the aims for leads of 1, 2 and 3, in this order. With c(G) < 2 the opener wins iff G
// reaches one of them.
std::span<const Aim> aims();

}  // namespace pipo::theory
