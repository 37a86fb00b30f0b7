#include "theory/simple_value.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace pipo::theory {

int value_of_offer(Shape shape, int length, int rest) {
  const int handout = handout_boxes(shape);
  return length - handout + std::abs(rest - handout);
}

int SimpleSolver::value(const Multiset& multiset) {
  require_simple_loony(multiset);
  return search(multiset);
}

int SimpleSolver::value_of_opening(const Multiset& multiset, Simple component) {
  return value_of_offer(component.shape, component.length, value(multiset.without(component)));
}

int SimpleSolver::search(const Multiset& multiset) {
  if (multiset.empty()) return 0;
  if (const auto found = known_.find(multiset); found != known_.end()) return found->second;
  int least = std::numeric_limits<int>::max();
  for (const Simple component : multiset.distinct()) {
    const int rest = search(multiset.without(component));
    least = std::min(least, value_of_offer(component.shape, component.length, rest));
  }
  known_.emplace(multiset, least);
  return least;
}

}  // namespace pipo::theory
