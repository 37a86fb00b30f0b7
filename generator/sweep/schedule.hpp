// The schedule of a sweep, known before it begins: which sections each step computes, which ones it
// reads back from files, and which ones it evicts.
//
// Since all future uses are known, the schedule evicts the section needed latest (Belady's rule)
// when memory is short, and frees a section as soon as nothing needs it. With enough memory nothing
// is read back.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// A step of the sweep. It flushes, drops, allocates memory and loads, and then computes. While it
// computes, the next step's loads are read if they are early, and earlier finished sections are
// written.
struct ScheduledStep : Step {
  std::vector<SectionNumber> drops = {};
  std::vector<SectionNumber> loads = {};
  bool loads_early = false;  // read while the step before computes
  bool flush = false;        // everything computed so far must be in its file before the step
  // After the step: wait until the previous write is finished, then start to write what has been
  // computed since it began.
  bool write = false;
};

struct Schedule {
  std::vector<ScheduledStep> steps;
  std::uint64_t computed = 0;   // values
  std::uint64_t read_back = 0;  // values

  // The most memory for values, in bytes, that the schedule takes: at most the budget if that is at
  // least least_budget(). With full_bytes, only sections that are not made here would be read back.
  std::uint64_t peak_bytes = 0;
  std::uint64_t full_bytes = 0;
};

// Schedules the layers for which `made`[number of drawn edges] is true; the sections of other
// layers are read from existing files. `budget` is in bytes of memory for values.
Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& made,
                       std::uint64_t budget);

// Returns the bytes of a budget that one step may take for its targets and sources.
std::uint64_t budget_of_step(const StateSpace& space, std::uint64_t budget);

// Returns the smallest budget that a schedule is certain to keep.
std::uint64_t least_budget(const StateSpace& space);

}  // namespace pipo
