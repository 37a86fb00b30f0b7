#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "pipo/player/player.hpp"
#include "pipo/player/random_edge.hpp"
#include "pipo/words/theory_words.hpp"
#include "probe/board/settle.hpp"

namespace pipo {
namespace {

// The theory gets at least this time, in seconds, for small positions.
constexpr double kLeastTheory = 0.02;

// Returns the sentence that `explain` gives for the advice; but for a move that wins Nimstring, it
// does not list the other such moves.
std::string reason(const theory::Explanation& explanation, const theory::Advice& advice) {
  if (advice.action != theory::Action::nimstring) return sentence(explanation, advice);
  return fmt::format("wins Nimstring [{}]", to_string(advice.source));
}

}  // namespace

Choice choose_by_rule_of_thumb(const Position& position, std::uint64_t seed) {
  std::vector<int> cheapest;
  int least = 0;
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    const Settlement after = settle(position.board, position.drawn | (open & -open));
    const int cost = 2 * after.captured + (after.handout != Handout::none ? 1 : 0);
    if (!cheapest.empty() && cost > least) continue;
    if (cost < least) cheapest.clear();
    cheapest.push_back(std::countr_zero(open));
    least = cost;
  }
  return {random_edge(cheapest, position, seed),
          Knowledge::rule_of_thumb,
          {},
          least == 0 ? "no theorem applies: offers no box"
                     : "no theorem applies: offers as few boxes as possible"};
}

// With boxes on offer the theory always has advice.
Choice choose_by_theory(const Position& position, std::uint64_t seed, double seconds) {
  theory::ExplainOptions options;
  options.nimstring_seconds = std::max(seconds, kLeastTheory);
  const theory::Explanation explanation = theory::explain(position, options);
  for (const theory::Advice& advice : explanation.advice) {
    if (advice.after_taking || advice.moves.empty()) continue;
    return {advice.moves.front(), Knowledge::theory, advice.margin, reason(explanation, advice)};
  }
  return choose_by_rule_of_thumb(position, seed);
}

}  // namespace pipo
