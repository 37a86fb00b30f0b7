// A hash of what a table says, whatever the way it is written: no change of codec, blocks or kept
// rows may alter it.
//
// A section's hash is the XXH3-64 of its dense matrix, row by row, a signed byte a value, seeded
// with seam + (lower << 32) + (upper << 40). A layer's is the XXH3-64 of the hashes of its
// canonical sections in order, eight bytes little-endian each; a table's that of its layers'
// hashes, lowest layer first.
#pragma once

#include <cstdint>
#include <span>

#include "probe/space/state_space.hpp"

namespace pipo {

std::uint64_t section_hash(const SectionKey& key, std::span<const std::int8_t> dense);

// Of the hashes of sections or of layers.
std::uint64_t combined_hash(std::span<const std::uint64_t> hashes);

}  // namespace pipo
