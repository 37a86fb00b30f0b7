#include "pipo/words/claim.hpp"

#include <algorithm>

namespace pipo {
namespace {

bool wrong_best(EdgeSet claimed, const Answer& answer, BestRule rule) {
  const EdgeSet best = best_of(answer);
  if (rule == BestRule::all) return claimed != best;
  return (claimed & ~best) != 0 || (claimed == 0 && best != 0);
}

}  // namespace

EdgeSet best_of(const Answer& answer) {
  EdgeSet best = 0;
  for (const int edge : answer.best) best |= EdgeSet{1} << edge;
  return best;
}

Differences differences(const Claim& claim, const Answer& answer, BestRule rule) {
  Differences found{.value = claim.value != answer.value,
                    .best = claim.best && wrong_best(*claim.best, answer, rule),
                    .moves = {}};
  for (const ClaimedMove& claimed : claim.moves) {
    const auto move = std::ranges::find(answer.moves, claimed.edge, &MoveValue::edge);
    if (move == answer.moves.end() || move->value != claimed.value) found.moves.push_back(claimed);
  }
  return found;
}

}  // namespace pipo
