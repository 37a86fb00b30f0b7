// The value of a simple loony endgame by recursion over its game tree: the reference for every
// theorem.
#pragma once

#include <unordered_map>

#include "theory/multiset.hpp"

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

// Computes values of simple loony endgames. It remembers every value; a multiset has as many as the
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

}  // namespace pipo::theory
