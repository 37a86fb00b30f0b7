// The sizes of tiles, counted without listing any, to choose one that suits the memory.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/half/half_table.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct TileSizes {
  std::uint32_t part_size = kUndivided;
  std::uint64_t tiles = 0;          // of all sections
  std::uint64_t largest = 0;        // values of the largest tile
  std::uint64_t most_in_a_row = 0;  // tiles in the longest row of tiles
};

// Counts the tiles of undivided sections, then of smaller and smaller parts down to kLeastPart, or
// to the least size of which no group has more than kMostParts.
std::vector<TileSizes> all_tile_sizes(const StateSpace& space);
TileSizes tile_sizes(const StateSpace& space, std::uint32_t part_size);

// Returns the smallest budget, in bytes of memory for values, that a schedule is certain to keep.
std::uint64_t least_budget(const TileSizes& sizes);
inline std::uint64_t least_budget(const StateSpace& space, std::uint32_t part_size = kUndivided) {
  return least_budget(tile_sizes(space, part_size));
}

// Returns the bytes of a budget that one step may take for its targets and sources.
std::uint64_t budget_of_step(const TileSizes& sizes, std::uint64_t budget);

// Chooses the size of parts for a budget that does not hold all values.
std::uint32_t part_size_within(const std::vector<TileSizes>& sizes, std::uint64_t budget);

}  // namespace pipo
