// Cuts the work into steps that fit into memory.
//
// A step computes some tiles, none of which is a source of another, from some of their sources. A
// tile that fits with all its sources takes one step, shared with its neighbours as long as they
// fit as well. A tile whose sources do not fit takes several steps, one for each group of sources.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/tile_pass.hpp"

namespace pipo {

struct Step {
  std::vector<TileNumber> targets = {};
  std::vector<TileNumber> sources = {};
  Targets state = Targets::fresh;
  bool completes = true;  // do the targets have all their values after this step?

  // Returns whether `sources` are only some of its target's sources.
  bool partial() const { return state == Targets::begun || !completes; }
};

// Returns the steps for the given tiles, in their order; sources[i] are those of targets[i]. A
// step's targets and sources take at most `budget` bytes (piece_bytes), unless a single target with
// a single source takes more.
//
// With `of_targets`, the steps suit several processes. A row of several tiles shares no step with
// other rows. Rows of one tile share a step if they have the same seam and take at most that many
// bytes. Otherwise a step with the last tiles of one seam and the first ones of the next would
// depend on the previous step and hold up the next, and no two steps could run at a time.
std::vector<Step> plan_steps(const LoadedTiles& tiles, const std::vector<TileNumber>& targets,
                             std::vector<std::vector<TileNumber>> sources, std::uint64_t budget,
                             std::optional<std::uint64_t> of_targets = {});

}  // namespace pipo
