#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "graph/explain.hpp"
#include "pipo/player/player.hpp"
#include "pipo/player/random_edge.hpp"
#include "pipo/player/safe_edges.hpp"
#include "pipo/words/theory_words.hpp"
#include "pipopipette/rules.hpp"
#include "probe/base/steady_seconds.hpp"
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

// Chooses a move on the boxes on offer of a large board, for which the theory has no advice. All
// these moves settle to the same quiet position. Its margin decides, or else who wins Nimstring
// there. Without either the player takes all boxes.
Choice choose_on_offer(const Position& position, const theory::Explanation& explanation,
                       std::uint64_t seed, double seconds) {
  theory::ExplainOptions options;
  options.nimstring_seconds = std::max(seconds, kLeastTheory);
  const theory::Explanation later =
      graph::explain({position.board, explanation.settled.quiet}, options);
  const auto& rest = later.margin;
  // A player who would lose the fight for control by moving first hands boxes back if possible.
  const bool loses = explanation.settled.handout != Handout::none && later.nim_value &&
                     !later.nim_value->next_player_wins();
  const int value_of_rest = rest ? rest->value : loses ? -position.board.boxes() : 0;
  std::vector<int> best;
  int most = 0;
  for (const CapturedComponent& component : explanation.on_offer) {
    for (const int edge : component.edges.members()) {
      Position after = position;
      after.drawn.insert(edge);
      const int captures = completed_by(position, edge).size();
      const int next = settled_value(settle(after).without_quiet(), value_of_rest);
      const int value = captures > 0 ? captures + next : -next;
      if (!best.empty() && value < most) continue;
      if (value > most) best.clear();
      best.push_back(edge);
      most = value;
    }
  }
  const int chosen = random_edge(best, position, seed);
  if (!rest && loses) {
    return {chosen,
            Knowledge::theory,
            {},
            fmt::format("wins Nimstring [{}]", to_string(later.role_source))};
  }
  if (!rest) return {chosen, Knowledge::rule_of_thumb, {}, "takes all boxes on offer"};
  return {chosen, Knowledge::theory, most,
          fmt::format("the best use of the boxes on offer [{}]", to_string(rest->source))};
}

}  // namespace

Choice choose_by_rule_of_thumb(const Position& position, std::uint64_t seed) {
  const std::vector<int> safe = safe_edges(position);
  if (!safe.empty()) {
    return {random_edge(safe, position, seed),
            Knowledge::rule_of_thumb,
            {},
            "no theorem applies, and it offers no box"};
  }
  std::vector<int> cheapest;
  int least = 0;
  for (const int edge : position.open().members()) {
    Position after_edge = position;
    after_edge.drawn.insert(edge);
    const WideSettlement after = settle(after_edge);
    const int cost = 2 * after.captured + (after.handout != Handout::none ? 1 : 0);
    if (!cheapest.empty() && cost > least) continue;
    if (cost < least) cheapest.clear();
    cheapest.push_back(edge);
    least = cost;
  }
  return {random_edge(cheapest, position, seed),
          Knowledge::rule_of_thumb,
          {},
          "no theorem applies, and it offers as few boxes as possible"};
}

// With boxes on offer the theory always has advice on boards with at most 64 edges.
Choice choose_by_theory(const Position& position, std::uint64_t seed, double seconds) {
  const double begin = steady_seconds();
  theory::ExplainOptions options;
  options.nimstring_seconds = std::max(seconds, kLeastTheory);
  const theory::Explanation explanation = graph::explain(position, options);
  for (const theory::Advice& advice : explanation.advice) {
    if (advice.after_taking || advice.moves.empty()) continue;
    return {advice.moves.front(), Knowledge::theory, advice.margin, reason(explanation, advice)};
  }
  if (!explanation.on_offer.empty())
    return choose_on_offer(position, explanation, seed, seconds - (steady_seconds() - begin));
  return choose_by_rule_of_thumb(position, seed);
}

}  // namespace pipo
