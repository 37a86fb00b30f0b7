#include "pipo/words/claim.hpp"

#include <algorithm>

namespace pipo {
namespace {

bool wrong_best(const IndexSet& claimed, const Answer& answer, BestRule rule) {
  IndexSet best;
  for (const int edge : answer.best) best.insert(edge);
  if (rule == BestRule::all) return claimed != best;
  return !(claimed - best).empty() || (claimed.empty() && !best.empty());
}

}  // namespace

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
