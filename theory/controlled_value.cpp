#include "theory/controlled_value.hpp"

namespace pipo::theory {

int fully_controlled_value(const Multiset& multiset) {
  return multiset.size() - 4 * static_cast<int>(multiset.chains().size()) -
         8 * static_cast<int>(multiset.loops().size());
}

int terminal_bonus(const Multiset& multiset) {
  if (multiset.empty()) return 0;
  if (multiset.chains().empty()) return 8;
  const bool only_three_chains = multiset.chains().back() < kVeryLongChain;
  return !multiset.loops().empty() && only_three_chains ? 6 : 4;
}

int controlled_value(const Multiset& multiset) {
  require_simple_loony(multiset);
  return fully_controlled_value(multiset) + terminal_bonus(multiset);
}

}  // namespace pipo::theory
