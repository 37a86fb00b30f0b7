// The size of a table, counted without listing positions: exact, and quick even for boards whose
// tables nobody can make.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/space/state_space.hpp"

namespace pipo {

struct LayerCounts {
  int layer = 0;
  std::uint64_t quiet = 0;   // quiet positions, with outer edges merged but mirror images counted
                             // separately
  std::uint64_t values = 0;  // values the sweep computes: the canonical sections in full
  std::uint64_t stored = 0;  // values in the layer's file
  std::uint64_t blocks = 0;  // blocks of the file
  std::uint64_t blocks_in_memory = 0;  // the same if its block index is kept in memory, otherwise 0
  std::uint64_t sections = 0;
};

struct TableCounts {
  int open_edges = 0;               // of the start: 2^open_edges positions contain it
  std::vector<LayerCounts> layers;  // from the start to the full board

  LayerCounts total() const;  // the sums; its `layer` is meaningless
};

TableCounts count_table(const StateSpace& space);

}  // namespace pipo
