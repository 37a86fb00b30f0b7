#include "pipo/player/level.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "pipo/player/random_edge.hpp"
#include "pipo/player/safe_edges.hpp"
#include "pipopipette/rules.hpp"
#include "solve/way.hpp"
#include "theory/structure.hpp"

namespace pipo {
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
  if (level == kStrongest || options.only == Way::table) return options;
  if (level == kLevelOfSearch) {
    if (open_when_settled(position) > kFewOpen) return {};
    options.only = Way::search;
  }
  const double longest = longest_time(level);
  options.seconds = options.seconds > 0 ? std::min(options.seconds, longest) : longest;
  return options;
}

Choice choose_by_rules(const Position& position, int level, std::uint64_t seed, double seconds) {
  const auto any_of = [&](const std::vector<int>& edges, const char* reason) {
    return Choice{random_edge(edges, position, seed), Knowledge::rule_of_thumb, {}, reason};
  };
  if (level >= kLevelOfEndgames && in_loony_endgame(position)) {
    return choose_by_theory(position, seed, seconds);
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
