#include "generator/sweep/sweep.hpp"

#include <algorithm>

namespace pipo {
namespace {

bool mirrors(const StateSpace& space) {
  return space.cut().has_image({.swap = false, .mirror = true});
}

std::unique_ptr<const HalfTable> make_half(const StateSpace& space, Side side) {
  return std::make_unique<const HalfTable>(space.half(side), mirrors(space));
}

}  // namespace

Sweep::Sweep(const StateSpace& space)
    : space_(space),
      lower_(make_half(space, Side::lower)),
      upper_(space.halves_alike() ? nullptr : make_half(space, Side::upper)),
      plans_(space, *lower_, upper_ ? *upper_ : *lower_),
      tables_{space, *lower_, upper_ ? *upper_ : *lower_, plans_},
      loaded_(space),
      sections_(loaded_),
      table_bytes_(lower_->bytes() + (upper_ ? upper_->bytes() : 0) + plans_.bytes()) {}

void Sweep::compute(int layer) {
  const std::vector<SectionKey> keys = space_.sections(layer);
  sections_.add_layer(layer, keys);
  if (layer == space_.last_layer()) {
    loaded_.data(keys.front())[0] = 0;  // the full board: nothing is left to win
  } else {
    compute_sections(tables_, loaded_, keys, Targets::fresh);
  }
}

std::uint64_t Sweep::expected_bytes(const StateSpace& space) {
  std::uint64_t tables = HalfTable::expected_bytes(space.half(Side::lower));
  if (!space.halves_alike()) tables += HalfTable::expected_bytes(space.half(Side::upper));
  std::uint64_t held = 0;
  std::uint64_t most = 0;
  for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) {
    held += space.section_values(layer);
    // The layer just written and the one being computed are there on top of those that can be read.
    const int gone = layer + reach(space) + 2;
    if (gone <= space.last_layer()) held -= space.section_values(gone);
    most = std::max(most, held);
  }
  return tables + most;
}

}  // namespace pipo
