#include "generator/sweep/sweep.hpp"

#include <algorithm>
#include <utility>

namespace pipo {

Sweep::Sweep(const SweepStart& start, Poll poll)
    : space_(start.space()),
      tables_(start.tables()),
      loaded_(space_),
      memory_(loaded_),
      poll_(std::move(poll)) {}

void Sweep::compute(int layer) {
  const std::vector<SectionKey> keys = space_.sections(layer);
  memory_.add_layer(layer, keys);
  compute_sections(tables_, loaded_, keys, Targets::fresh, poll_);
}

std::uint64_t Sweep::expected_bytes(const StateSpace& space) {
  std::uint64_t held = 0;
  std::uint64_t most = 0;
  for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) {
    held += space.section_values(layer);
    // The layer just written and the one being computed are there on top of those that can be read.
    const int gone = layer + reach(space) + 2;
    if (gone <= space.last_layer()) held -= space.section_values(gone);
    most = std::max(most, held);
  }
  return most;
}

}  // namespace pipo
