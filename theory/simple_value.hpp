// The value of a simple loony endgame by recursion over its game tree: the yardstick for every
// theorem.
#pragma once

#include <unordered_map>

#include "theory/multiset.hpp"

namespace pipo::theory {

// How many boxes the controller leaves in order to keep control: 2 of a string, 4 of a loop.
constexpr int handout_boxes(Shape shape) {
  return shape == Shape::loop ? 4 : 2;
}

// The controller's margin once `length` boxes of a string or loop are offered and what is left then
// is worth `rest` to whoever controls it: take all, length - rest, or keep control, length - 2 *
// handout + rest (Allcock, equation 2.1; Sierra, proposition 75).
int value_of_offer(Shape shape, int length, int rest);

// Remembers every value it has found; the number of them is the product of (1 + how many) over the
// distinct lengths. Not for use by two threads at once.
class SimpleSolver {
 public:
  // v(G), the controller's margin under best play by both (Allcock, equation 2.2). Throws BadInput
  // when a chain is short.
  int value(const Multiset& multiset);

  // v(G; C): the same, given that the opener opens this component of G.
  int value_of_opening(const Multiset& multiset, Simple component);

 private:
  int search(const Multiset& multiset);

  std::unordered_map<Multiset, int, MultisetHash> known_;
};

}  // namespace pipo::theory
