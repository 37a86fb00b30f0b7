#include "search/loony_leaf.hpp"

#include <algorithm>

#include "theory/buzzard_ciere.hpp"

namespace pipo {
namespace {

bool has_joint(const Field& field, EdgeSet open) {
  for (int box = 0; box < field.board().boxes(); ++box) {
    EdgeSet sides = open & field.sides(box);
    sides &= sides - 1;
    if ((sides & (sides - 1)) != 0) return true;
  }
  return false;
}

}  // namespace

std::optional<int> loony_leaf(const Field& field, EdgeSet open, const QuietMoves& moves, int left) {
  int chains = 0, loops = 0, longer = 0;
  for (const QuietMove& move : moves) {
    if (move.handout == 0) return {};
    (move.handout == 4 ? chains : loops) += 1;
    longer += move.handout == 4 && move.captured > 3;
  }
  if (has_joint(field, open)) return {};
  // Allcock, theorem 2.1: the value is the controlled value if that is at least 2. It is negated
  // here because the player to move opens.
  const int bonus = chains == 0 ? 8 : loops > 0 && longer == 0 ? 6 : 4;
  const int controlled = left - 4 * chains - 8 * loops + bonus;
  if (controlled >= 2) return -controlled;
  std::vector<int> chain_lengths, loop_lengths;
  for (const QuietMove& move : moves) {
    (move.handout == 4 ? chain_lengths : loop_lengths).push_back(move.captured);
  }
  return -theory::buzzard_ciere::value({std::move(chain_lengths), std::move(loop_lengths)}).value;
}

}  // namespace pipo
