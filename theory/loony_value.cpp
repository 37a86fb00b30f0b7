#include "theory/loony_value.hpp"

#include <algorithm>
#include <limits>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/settle.hpp"
#include "theory/disjoint_loops.hpp"

namespace pipo::theory {
namespace {

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

int LoonySolver::terminal_bonus(EdgeSet quiet) {
  const int controlled = controlled_value(quiet);
  return controlled - fully_controlled_value(structure_of({board_, quiet}));
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

}  // namespace pipo::theory
