// Cuts the work into steps that fit into memory.
//
// A step computes some tiles, none of which is a source of another, from some of their sources. A
// tile that fits with all its sources takes one step, shared with its neighbours as long as they
// fit as well. A tile whose sources do not fit takes several steps, one for each group of sources.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "generator/sweep/tile_pass.hpp"
#include "generator/sweep/tiling.hpp"

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
// step's targets and sources take at most `budget` bytes (Tiling::bytes), unless a single target
// with a single source takes more.
//
// With `of_targets`, the steps suit several processes. A row of several tiles shares no step with
// other rows. Rows of one tile share a step if they have the same seam and take at most that many
// bytes. Otherwise a step with the last tiles of one seam and the first ones of the next would
// depend on the previous step and hold up the next, and no two steps could run at a time.
std::vector<Step> plan_steps(const Tiling& tiles, const std::vector<TileNumber>& targets,
                             std::vector<std::vector<TileNumber>> sources, std::uint64_t budget,
                             std::optional<std::uint64_t> of_targets = {});

// The steps of a schedule, packed: with little memory there are many, most of them with a few tiles
// in each of their lists.

// A step of the sweep. It flushes, drops, allocates memory and loads, and then computes. While it
// computes, the next step's loads are read if they are early, and earlier finished rows of tiles
// are written.
struct ScheduledStep : Step {
  std::vector<TileNumber> drops = {};
  std::vector<TileNumber> loads = {};
  bool loads_early = false;  // read while the previous step computes
  bool flush = false;  // all rows of tiles finished so far must be in their files before the step
  // After the step: wait until the previous write is finished, then start to write what has been
  // computed since it began.
  bool write = false;
};

class ScheduledSteps {
 public:
  void add(const ScheduledStep& step);
  void shrink_to_fit();  // frees spare memory; call it after the last step

  bool empty() const { return steps_.empty(); }
  std::size_t size() const { return steps_.size(); }
  ScheduledStep operator[](std::size_t number) const;

  std::uint64_t bytes() const;  // of memory

 private:
  struct Packed {
    std::uint64_t first;                 // of its tiles in tiles_, list by list
    std::array<std::uint32_t, 4> sizes;  // of its targets, sources, drops, loads
    Targets state;
    bool completes;
    bool loads_early;
    bool flush;
    bool write;
  };

  std::vector<Packed> steps_;
  std::vector<TileNumber> tiles_;
};

}  // namespace pipo
