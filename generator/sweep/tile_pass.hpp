// Computing tiles in parallel.
#pragma once

#include <vector>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "probe/base/poll.hpp"

namespace pipo {

// Whether targets hold no values yet (fresh), or values made from other sources (begun).
enum class Targets { fresh, begun };

// Raises the given loaded tiles to the best moves whose sources are loaded. No target may be a
// source of another one.
void compute_tiles(const SweepTables& tables, LoadedTiles& tiles,
                   const std::vector<TileNumber>& targets, Targets state, const Poll& poll);

}  // namespace pipo
