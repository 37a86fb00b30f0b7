// The schedule of a sweep, known before it begins: which tiles each step computes, which ones it
// reads back from files, and which ones it evicts.
//
// Since all future uses are known, the schedule evicts the tile needed latest (Belady's rule) when
// memory is short, and frees a tile as soon as nothing needs it. With enough memory nothing
// is read back.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/scheduled_steps.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tile_sizes.hpp"
#include "probe/base/poll.hpp"

namespace pipo {

struct Schedule {
  ScheduledSteps steps;
  std::uint64_t computed = 0;   // values
  std::uint64_t read_back = 0;  // values

  // The most memory for values, in bytes, that the schedule takes: at most the budget if that is at
  // least least_budget(). With full_bytes, only tiles that are not made here would be read back.
  std::uint64_t peak_bytes = 0;
  std::uint64_t full_bytes = 0;
};

// Schedules the layers for which `made`[number of drawn edges] is true; the sections of other
// layers are read from existing files. `budget` is in bytes of memory for values. With a small
// budget there are many steps, which may take minutes.
Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& made,
                       std::uint64_t budget, const Poll& poll = {});

}  // namespace pipo
