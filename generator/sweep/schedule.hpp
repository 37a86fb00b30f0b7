// The schedule of a sweep, known before it begins: which tiles each step computes, which ones it
// reads back from files, and which ones it evicts.
//
// Since all future uses are known, the schedule evicts the tile needed latest (Belady's rule) when
// memory is short, and frees a tile as soon as nothing needs it. With enough memory nothing
// is read back.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tile_sizes.hpp"

namespace pipo {

// A step of the sweep. It flushes, drops, allocates memory and loads, and then computes. While it
// computes, the next step's loads are read if they are early, and earlier finished rows of tiles
// are written.
struct ScheduledStep : Step {
  std::vector<TileNumber> drops = {};
  std::vector<TileNumber> loads = {};
  bool loads_early = false;  // read while the step before computes
  bool flush = false;  // all rows of tiles finished so far must be in their files before the step
  // After the step: wait until the previous write is finished, then start to write what has been
  // computed since it began.
  bool write = false;
};

struct Schedule {
  std::vector<ScheduledStep> steps;
  std::uint64_t computed = 0;   // values
  std::uint64_t read_back = 0;  // values

  // The most memory for values, in bytes, that the schedule takes: at most the budget if that is at
  // least least_budget(). With full_bytes, only tiles that are not made here would be read back.
  std::uint64_t peak_bytes = 0;
  std::uint64_t full_bytes = 0;

  // Bytes of memory that the schedule itself takes.
  std::uint64_t bytes() const;
};

// Schedules the layers for which `made`[number of drawn edges] is true; the sections of other
// layers are read from existing files. `budget` is in bytes of memory for values.
Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& made,
                       std::uint64_t budget);

}  // namespace pipo
