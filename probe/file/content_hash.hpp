// A hash of the values of a table that does not depend on their encoding: no change of codec,
// blocks or kept rows may alter it.
//
// A section's hash is the XXH3-64 of its dense matrix, row by row, one signed byte per value,
// seeded with seam + (lower << 32) + (upper << 40). A layer's hash is the XXH3-64 of the hashes of
// its canonical sections in order, eight bytes little-endian each. A table's hash is the XXH3-64 of
// its layers' hashes, lowest layer first.
#pragma once

#include <cstdint>
#include <span>

#include "probe/file/streamed_hash.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

std::uint64_t section_hash(const SectionKey& key, std::span<const std::int8_t> dense);

// The same, to which the values are to be added piece by piece, in order.
StreamedHash section_hash(const SectionKey& key);

// Combines the hashes of a layer's sections, or of a table's layers.
std::uint64_t combined_hash(std::span<const std::uint64_t> hashes);

}  // namespace pipo
