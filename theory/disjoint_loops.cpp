#include "theory/disjoint_loops.hpp"

#include <algorithm>

namespace pipo::theory {
namespace {

// Packs disjoint cycles into the joints and strings. The ground is part of no cycle.
class Packing {
 public:
  explicit Packing(const Structure& structure) : structure_(structure) {
    for (const Joint& joint : structure.joints) joints_ |= BoxSet{1} << joint.box;
  }

  int most() { return most(joints_); }

 private:
  // Returns the largest number of cycles among these joints. The lowest joint is in no cycle, or in
  // one of the cycles through it.
  int most(BoxSet joints) {
    if (joints == 0) return 0;
    const int lowest = std::countr_zero(joints);
    int best = most(joints & (joints - 1));
    extend(lowest, lowest, joints, -1, best);
    return best;
  }

  // Follows strings from `at` through `free` joints until one closes the cycle at `start`. `free`
  // still contains `start`; `came_by` is the string that led to `at`.
  void extend(int start, int at, BoxSet free, int came_by, int& best) {
    for (std::size_t i = 0; i < structure_.strings.size(); ++i) {
      const auto [from, to] = structure_.strings[i].stops;
      if (static_cast<int>(i) == came_by || (from != at && to != at)) continue;
      const int next = from == at ? to : from;
      if (next == kGround || (free >> next & 1) == 0) continue;
      if (next == start) {
        best = std::max(best, 1 + most(free & ~(BoxSet{1} << start)));
      } else {
        extend(start, next, free & ~(BoxSet{1} << next), static_cast<int>(i), best);
      }
    }
  }

  const Structure& structure_;
  BoxSet joints_ = 0;
};

}  // namespace

int most_disjoint_loops(const Structure& structure) {
  return static_cast<int>(structure.loops.size()) + Packing(structure).most();
}

int strings_to_offer(const Structure& structure) {
  return structure.valence() / 2 - static_cast<int>(structure.joints.size());
}

int fully_controlled_value(const Structure& structure) {
  return structure.boxes() - 4 * strings_to_offer(structure) - 8 * most_disjoint_loops(structure);
}

}  // namespace pipo::theory
