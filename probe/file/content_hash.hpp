// A hash of the values of a table that does not depend on their encoding: no change of codec,
// blocks or kept rows may alter it.
//
// A section's hash is the XXH3-64 of its dense matrix, row by row, one signed byte per value,
// seeded with seam + (lower << 32) + (upper << 40). A layer's hash is the XXH3-64 of the hashes of
// its canonical sections in order, eight bytes little-endian each. A table's hash is the XXH3-64 of
// its layers' hashes, lowest layer first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "probe/space/state_space.hpp"

namespace pipo {

// XXH3-64 of bytes that come piece by piece.
class StreamedHash {
 public:
  explicit StreamedHash(std::uint64_t seed);

  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;  // of what has been added so far

  // The state after what has been added so far, for another process that runs the same program: it
  // continues a hash of the same seed.
  std::vector<std::byte> state() const;
  void continue_from(std::span<const std::byte> state);

 private:
  struct Free {
    void operator()(void* state) const;
  };
  std::unique_ptr<void, Free> state_;
};

std::uint64_t section_hash(const SectionKey& key, std::span<const std::int8_t> dense);

// The same, to which the values are to be added piece by piece, in order.
StreamedHash section_hash(const SectionKey& key);

// Combines the hashes of a layer's sections, or of a table's layers.
std::uint64_t combined_hash(std::span<const std::uint64_t> hashes);

}  // namespace pipo
