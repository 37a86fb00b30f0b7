#include "player/rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "pipopipette/rules.hpp"
#include "player/player.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "search/explain.hpp"
#include "solve/method.hpp"
#include "theory/sentences.hpp"
#include "theory/structure.hpp"

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
                       std::uint64_t seed, double seconds, LastMoveCost last_move_cost) {
  const theory::Explanation later =
      graph::explain({position.board, explanation.settled.quiet},
                     {.seconds = std::max(seconds, kLeastTheory)}, last_move_cost);
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
    return {random_edge(safe, position, seed), Knowledge::rule_of_thumb, {}, "it offers no box"};
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
          "it offers as few boxes as possible"};
}

// With boxes on offer the theory always has advice on boards with at most 64 edges, unless the last
// move has a cost.
Choice choose_by_theory(const Position& position, std::uint64_t seed, double seconds,
                        LastMoveCost last_move_cost) {
  const double begin = steady_seconds();
  const theory::Explanation explanation =
      graph::explain(position, {.seconds = std::max(seconds, kLeastTheory)}, last_move_cost);
  for (const theory::Advice& advice : explanation.advice) {
    if (advice.after_taking || advice.moves.empty()) continue;
    return {advice.moves.front(), Knowledge::theory, advice.margin, reason(explanation, advice)};
  }
  if (!explanation.on_offer.empty())
    return choose_on_offer(position, explanation, seed, seconds - (steady_seconds() - begin),
                           last_move_cost);
  return choose_by_rule_of_thumb(position, seed);
}

namespace {

constexpr int kLevelOfSafety = 2;
constexpr int kLevelOfCost = 3;
constexpr int kLevelOfEndgames = 4;
constexpr int kLevelOfSearch = 6;

// The longest time of a move, in seconds.
double longest_time(int level) {
  switch (level) {
    case kLevelOfSearch:
      return 0.5;
    case 7:
      return 0.2;
    case 8:
      return 1;
    case 9:
      return 3;
    default:
      return 0;
  }
}

// Returns the open edges that complete a box.
std::vector<int> captures(const Position& position) {
  std::vector<int> edges = legal_moves(position);
  std::erase_if(edges, [&](int edge) { return completed_by(position, edge).empty(); });
  return edges;
}

// Returns whether the position is in a loony endgame once all boxes on offer are taken.
bool in_loony_endgame(const Position& position) {
  return theory::structure_of(settled(position).quiet).is_loony_endgame();
}

}  // namespace

std::string_view description(int level) {
  constexpr std::array<std::string_view, kStrongest> kDescriptions = {
      "takes every box, otherwise draws any edge",
      "takes every box, and offers none while it can avoid that",
      "takes every box, and offers as few as possible",
      "takes every box, offers as few as possible, and plays loony endgames exactly",
      "plays by the theory: wins Nimstring if it can",
      "plays by the theory, and searches positions with up to 30 open edges for up to 0.5 s",
      "plays by the theory, and exactly where it can solve the position in 0.2 s",
      "plays by the theory, and exactly where it can solve the position in 1 s",
      "plays by the theory, and exactly where it can solve the position in 3 s",
      "uses tables, and all of the time to solve positions or later ones"};
  return kDescriptions.at(static_cast<std::size_t>(level - kWeakest));
}

std::optional<SolverOptions> limits_of_level(int level, const Position& position,
                                             SolverOptions options) {
  if (level <= kLevelOfTheory) return {};
  if (level == kStrongest || options.only == Method::table) return options;
  if (level == kLevelOfSearch) {
    if (!has_few_open(position)) return {};
    options.only = Method::search;
  }
  const double longest = longest_time(level);
  options.seconds = options.seconds > 0 ? std::min(options.seconds, longest) : longest;
  return options;
}

Choice choose_by_rules(const Position& position, int level, std::uint64_t seed, double seconds,
                       LastMoveCost last_move_cost) {
  const auto any_of = [&](const std::vector<int>& edges, const char* reason) {
    return Choice{random_edge(edges, position, seed), Knowledge::rule_of_thumb, {}, reason};
  };
  if (level >= kLevelOfEndgames && in_loony_endgame(position)) {
    return choose_by_theory(position, seed, seconds, last_move_cost);
  }
  const std::vector<int> boxes = captures(position);
  if (!boxes.empty()) return any_of(boxes, "this level takes every box");
  if (level < kLevelOfSafety) {
    return any_of(legal_moves(position), "this level draws any edge if it cannot take a box");
  }
  const std::vector<int> safe = safe_edges(position);
  if (!safe.empty()) return any_of(safe, "offers no box");
  if (level >= kLevelOfCost) return choose_by_rule_of_thumb(position, seed);
  return any_of(legal_moves(position),
                "every move offers a box, and this level does not count them");
}

}  // namespace pipo
