// Nim-values of tiles, from the sets of options that compute_tiles makes (kernels.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tile_pass.hpp"

namespace pipo {

// Turns the entries of tiles into nim-values once all of their moves are made. All their sources
// must still be loaded: where the first sets of options are full, the moves are made once more for
// the second ones, in separate memory. Throws BadInput if a nim-value is more than kMostNimValue.
void finish_tiles(const SweepTables& tables, LoadedTiles& tiles,
                  const std::vector<TileNumber>& targets, const Poll& poll);

// The same for a tile whose sources are loaded group by group: makes both sets for each group.
class TileInSteps {
 public:
  // Computes the part from the loaded sources.
  void compute(const SweepTables& tables, LoadedTiles& tiles, TileNumber target, Targets state,
               const Poll& poll);
  void finish(const SweepTables& tables, LoadedTiles& tiles, TileNumber target);

 private:
  std::vector<std::int8_t> second_;  // the second sets
};

// Returns an upper bound on the memory for second sets, in bytes.
std::uint64_t second_set_bytes(const StateSpace& space, std::uint32_t part_size);

}  // namespace pipo
