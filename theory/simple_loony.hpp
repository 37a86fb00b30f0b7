// Simple loony endgames, which consist of independent long chains and of loops: their values by
// recursion and by the theorems of Allcock and of Buzzard and Ciere, and best play in them.
//
// All values are margins in boxes for the controller.
#pragma once

#include <unordered_map>

#include "theory/multiset.hpp"
#include "theory/source.hpp"

namespace pipo::theory {

// Returns how many boxes the controller leaves in order to keep control: 2 of a string, 4 of a
// loop.
constexpr int handout_boxes(Shape shape) {
  return shape == Shape::loop ? 4 : 2;
}

// Returns the controller's margin after `length` boxes of a string or loop have been offered.
// `rest` is the value of the remaining endgame for its controller (Allcock, equation 2.1; Sierra,
// proposition 75).
//
// - Taking all is worth length - rest.
// - Keeping control is worth length - 2 * handout + rest.
int value_of_offer(Shape shape, int length, int rest);

// Computes values of simple loony endgames by recursion over the game tree: the reference for every
// theorem. It remembers every value; a multiset has as many as the
// product of (1 + multiplicity) over its distinct lengths. Only one thread may use it at a time.
class SimpleSolver {
 public:
  // Returns v(G), the controller's margin under best play by both (Allcock, equation 2.2). Throws
  // BadInput if a chain is short.
  int value(const Multiset& multiset);

  // Returns v(G; C): the same margin, given that the opener opens this component of G.
  int value_of_opening(const Multiset& multiset, Simple component);

 private:
  int search(const Multiset& multiset);

  std::unordered_map<Multiset, int, MultisetHash> known_;
};

// The controlled value: the controller's margin from keeping control. A chain under control adds
// its length - 4, a loop its length - 8. The terminal bonus is the gain from taking the last
// components whole.

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

// The same for a loony endgame with some chains or not, with some loops or not (with joints: other
// components), and with a chain of 4 or more boxes that can be offered last or not.
constexpr int terminal_bonus(bool chains, bool loops, bool very_long_chain) {
  if (very_long_chain) return 4;
  if (!chains) return loops ? 8 : 0;
  return loops ? 6 : 4;
}

// Returns c = fcv + tb (Allcock, equation 1.1 and theorem 2.1). Throws BadInput if a chain is
// short.
int controlled_value(const Multiset& multiset);

// Allcock's theorems: values and best play from the endgame alone, without a game tree.
//
// Throughout, c is the controlled value, f the number of 4-loops, s the number of 6-loops and theta
// the number of 3-chains. Every function throws BadInput if a chain is short.
namespace allcock {

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

}  // namespace allcock

// Buzzard and Ciere's algorithms: the value by cases on the 3-chains, and an optimal component to
// open. Both throw BadInput if a chain is short.
namespace buzzard_ciere {

// Returns v(G). It examines at most three smaller endgames and never a game tree. The source names
// the theorem or corollary that applies. Returns 0 for the empty endgame.
Derived value(const Multiset& multiset);

// Returns an optimal component to open, which is always the shortest chain or the shortest loop
// (corollary 3). If there is a loop and no 3-chain, it is the loop (theorem 18). Otherwise it is
// the one that costs less, by value(). Throws BadInput if nothing is left.
Simple opening(const Multiset& multiset);

}  // namespace buzzard_ciere

}  // namespace pipo::theory
