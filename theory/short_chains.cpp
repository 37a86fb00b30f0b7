#include "theory/short_chains.hpp"

#include <algorithm>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo::theory {

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
