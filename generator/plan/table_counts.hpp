// The size of a table, counted without listing positions: exact, and quick even for boards whose
// tables nobody can make. And whether its files fit on the disk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/space/cut.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// The layers that the values of a layer are made from: some of those up to last_source_layer().
//
// A move and settling capture k boxes and draw E <= k + 1 edges. The 4k sides of the boxes are
// these edges and ones drawn before, each a side of at most two of the boxes. If E = k + 1, each
// edge after the move captures one box, so the last one is a side of only one. Hence 4k <= 2E + 2
// layer if E <= k, and 4k <= 2E - 1 + 2 layer if E = k + 1. In both cases k <= layer.
inline int last_source_layer(const Board& board, int layer) {
  return std::min(board.edges(), layer + 1 + std::min(layer, board.boxes()));
}

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

// Estimates the bytes of each layer's file, in the order of `counts`, from measured bits per value.
// Within 15% for whole tables without a start.
std::vector<std::uint64_t> expected_layer_bytes(const Cut& cut, const TableCounts& counts);

// Returns a lower bound on the bytes of each layer's file.
std::vector<std::uint64_t> least_layer_bytes(const Cut& cut, const TableCounts& counts);

// Returns the bytes that files in this folder may still take; the folder need not exist yet.
// Returns the largest number if that is unknown.
std::uint64_t free_disk(const std::filesystem::path& folder);

// Throws DiskFull if files of at least these sizes do not fit in the folder, or exceed the size
// that the process may write (ulimit -f).
void require_disk(const std::filesystem::path& folder, const std::vector<std::uint64_t>& files);

}  // namespace pipo
