#include "theory/loony_endgame.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/settle.hpp"

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

Offer offer_of(const Board& board, EdgeSet quiet, int edge) {
  const Settlement taken = draw_and_settle(board, quiet, edge);
  const Shape shape = taken.handout == Handout::four_boxes ? Shape::loop : Shape::chain;
  return {shape, taken.captured, edge, taken.quiet};
}

// Returns whether there are only 3-chains, and at least one.
bool is_three_chains(const Structure& structure) {
  return !structure.components.empty() &&
         std::ranges::all_of(structure.components, [](const Component& one) {
           return one.kind == Kind::chain && one.size() == kLongChain;
         });
}

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

std::vector<Offer> offers(const Board& board, EdgeSet quiet, const Structure& structure) {
  std::vector<Offer> result;
  for (const String& string : structure.strings) {
    // Cutting a 2-chain at its middle edge leaves the opponent no choice.
    result.push_back(offer_of(board, quiet, string.edges[string.edges.size() / 2]));
  }
  for (const Loop& loop : structure.loops) {
    result.push_back(offer_of(board, quiet, loop.edges.front()));
  }
  return result;
}

int LoonySolver::value(EdgeSet quiet) {
  return look_up(quiet).value;
}

int LoonySolver::value_of_offer(const Offer& offer) {
  return theory::value_of_offer(offer.shape, offer.length, value(offer.rest));
}

int LoonySolver::controlled_value(EdgeSet quiet) {
  return look_up(quiet).controlled;
}

int LoonySolver::controlled_value_of_offer(const Offer& offer, const Values& rest) {
  if (offer.rest == board_.all()) return offer.length;
  if (offer.shape == Shape::loop && is_three_chains(structure_of({board_, offer.rest}))) {
    return offer.length - rest.value;
  }
  return offer.length - 2 * handout_boxes(offer.shape) + rest.controlled;
}

LoonySolver::Values LoonySolver::look_up(EdgeSet quiet) {
  if (known_.size() >= kMostRemembered) known_.clear();
  return search(quiet);
}

LoonySolver::Values LoonySolver::search(EdgeSet quiet) {
  if (quiet == board_.all()) return {};
  if (const auto found = known_.find(quiet); found != known_.end()) return found->second;
  const Position position{board_, quiet};
  const Structure structure = structure_of(position);
  if (!structure.is_loony_endgame()) {
    throw BadInput(to_string(position) + " is not a loony endgame: a string is short");
  }
  constexpr int infinite = std::numeric_limits<int>::max();
  Values least{infinite, infinite};
  for (const Offer& offer : offers(board_, quiet, structure)) {
    const Values rest = search(offer.rest);
    least.value =
        std::min(least.value, theory::value_of_offer(offer.shape, offer.length, rest.value));
    least.controlled = std::min(least.controlled, controlled_value_of_offer(offer, rest));
  }
  known_.emplace(quiet, least);
  return least;
}

bool controlled_value_is_value(const Structure& structure, int controlled) {
  std::map<int, std::vector<int>> cups;  // by joint, their lengths
  for (const String& one : structure.strings) {
    if (one.stops[0] != one.stops[1] || one.stops[0] == kGround) continue;
    cups[one.stops[0]].push_back(one.length());
  }
  const auto joints_with = [&](const std::vector<int>& lengths) {
    return std::ranges::count_if(cups, [&](const auto& one) { return one.second == lengths; });
  };
  return controlled >= 2 && joints_with({3}) == 0 && joints_with({5}) + joints_with({5, 5}) <= 1;
}

Exchange exchange_of(const Position& quiet) {
  const Structure structure = structure_of(quiet);
  Exchange result;
  result.endgame = quiet.drawn;
  std::vector<int> lengths;
  for (const Component& component : structure.components) {
    if (component.kind != Kind::chain || component.size() >= kLongChain) continue;
    lengths.push_back(component.size());
    result.endgame |= component.edges;
  }
  if (stage_of(structure) != Stage::short_chains) {
    throw BadInput(to_string(quiet) + " is not an exchange of short chains");
  }
  // The loop runs from the last chain offered, the longest, to the first. The opener-to-be takes
  // every other one.
  std::ranges::sort(lengths, std::greater());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    (i % 2 == 0 ? result.to_opener : result.to_controller) += lengths[i];
  }
  result.chains = static_cast<int>(lengths.size());
  result.next_player_controls = result.chains % 2 != 0;
  return result;
}

int value_before_exchange(const Exchange& exchange, int v) {
  const int controllers_margin = v - exchange.cost();
  return exchange.next_player_controls ? controllers_margin : -controllers_margin;
}

}  // namespace pipo::theory
