// State that an encoding thread keeps from block to block, across layers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "probe/codec/block_encoder.hpp"
#include "probe/file/histogram.hpp"
#include "probe/space/dont_care_entries.hpp"

namespace pipo {

// Counts margins by value, fast enough to run along with encoding.
class ValueCounter {
 public:
  void count(std::span<const std::int8_t> values);

  // Returns the counts so far, without kDontCare. Throws std::logic_error if another counted value
  // is no margin (beyond +-32).
  Histogram histogram() const;

 private:
  // Neighbouring values are often equal. Every fourth value is counted in the same table, so that
  // increments of one counter do not wait for each other.
  std::array<std::array<std::uint32_t, 256>, 4> counts_{};
};

struct BlockWorker {
  BlockEncoder encoder = BlockEncoder();
  ValueCounter counter = {};
  std::vector<const std::int8_t*> rows = {};
  std::optional<SectionKey> section = {};  // the section that `dont_care` belongs to
  DontCareEntries::Section dont_care = {};
  std::vector<std::int8_t> marked = {};  // a copy of a block with its don't-care entries marked
};

// One worker for each thread of the arena.
using BlockWorkers = std::vector<BlockWorker>;

}  // namespace pipo
