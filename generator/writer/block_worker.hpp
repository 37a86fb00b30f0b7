// What a thread that encodes blocks keeps from one to the next, whatever layer they are of.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generator/writer/count_values.hpp"
#include "probe/codec/block_encoder.hpp"
#include "probe/space/blank_entries.hpp"

namespace pipo {

struct BlockWorker {
  BlockEncoder encoder = BlockEncoder();
  ValueCounter counter = {};
  std::vector<const std::int8_t*> rows = {};
  std::optional<SectionKey> section = {};  // whose blanks these are
  BlankEntries::Section blanks = {};
  std::vector<std::int8_t> marked = {};  // a block with its blanks
};

// By thread of the arena in which they work.
using BlockWorkers = std::vector<BlockWorker>;

}  // namespace pipo
