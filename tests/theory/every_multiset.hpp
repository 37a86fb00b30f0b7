// Every simple loony endgame with chains of 3 to 9, loops of 4 to 12 and a bounded number of
// components.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "theory/multiset.hpp"

namespace pipo::theory {

// Calls visit(multiset) for each, including the empty one; within a branch, multisets with fewer
// components come first.
template <class Visit>
void for_every_multiset(int most_components, const Visit& visit) {
  static constexpr std::array<Simple, 12> kinds{{{Shape::chain, 3},
                                                 {Shape::chain, 4},
                                                 {Shape::chain, 5},
                                                 {Shape::chain, 6},
                                                 {Shape::chain, 7},
                                                 {Shape::chain, 8},
                                                 {Shape::chain, 9},
                                                 {Shape::loop, 4},
                                                 {Shape::loop, 6},
                                                 {Shape::loop, 8},
                                                 {Shape::loop, 10},
                                                 {Shape::loop, 12}}};
  std::vector<int> chains, loops;
  const auto extend = [&](const auto& self, std::size_t from, int left) -> void {
    visit(Multiset(chains, loops));
    if (left == 0) return;
    for (std::size_t kind = from; kind < kinds.size(); ++kind) {
      std::vector<int>& list = kinds[kind].shape == Shape::chain ? chains : loops;
      list.push_back(kinds[kind].length);
      self(self, kind, left - 1);
      list.pop_back();
    }
  };
  extend(extend, 0, most_components);
}

}  // namespace pipo::theory
