// State that an encoding thread keeps from block to block, across layers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generator/writer/value_counter.hpp"
#include "probe/codec/block_encoder.hpp"
#include "probe/space/dont_care_entries.hpp"

namespace pipo {

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
