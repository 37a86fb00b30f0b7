// State that an encoding thread keeps from block to block, across layers.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/writer/value_counter.hpp"
#include "probe/codec/block_encoder.hpp"

namespace pipo {

struct BlockWorker {
  BlockEncoder encoder = BlockEncoder();
  ValueCounter counter = {};
  std::vector<const std::int8_t*> rows = {};
  std::vector<std::int8_t> doubled = {};  // the values of a block of nim-values, each doubled
};

// One worker for each thread of the arena.
using BlockWorkers = std::vector<BlockWorker>;

}  // namespace pipo
