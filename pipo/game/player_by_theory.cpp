#include <fmt/core.h>

#include <bit>

#include "pipo/game/player.hpp"
#include "pipo/words/theory_words.hpp"
#include "probe/board/settle.hpp"

namespace pipo {
namespace {

// Chooses an edge in a quiet position for which no theorem gives a move: one that offers no box,
// otherwise one that offers the fewest, preferably if the opponent cannot hand two back. (With
// boxes on offer the theory always has advice.)
Choice by_rule_of_thumb(const Position& position) {
  Choice choice{-1, Knowledge::rule_of_thumb, {}, {}};
  int least = 0;
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const Settlement after = settle(position.board, position.drawn | (open & -open));
    const int cost = 2 * after.captured + (after.handout != Handout::none ? 1 : 0);
    if (choice.edge >= 0 && cost >= least) continue;
    choice.edge = edge;
    least = cost;
  }
  choice.reason = least == 0 ? "no theorem applies: offers no box"
                             : "no theorem applies: offers as few boxes as possible";
  return choice;
}

// Returns the sentence that `explain` gives for the advice; but for a move that wins Nimstring, it
// does not list the other such moves.
std::string reason(const theory::Explanation& explanation, const theory::Advice& advice) {
  if (advice.action != theory::Action::nimstring) return sentence(explanation, advice);
  return fmt::format("wins Nimstring [{}]", to_string(advice.source));
}

}  // namespace

Choice choose_by_theory(const Position& position) {
  const theory::Explanation explanation = theory::explain(position);
  for (const theory::Advice& advice : explanation.advice) {
    if (advice.after_taking || advice.moves.empty()) continue;
    return {advice.moves.front(), Knowledge::theory, advice.margin, reason(explanation, advice)};
  }
  return by_rule_of_thumb(position);
}

}  // namespace pipo
