// The whole course of a sweep, known before it begins: which sections are computed when, which ones
// are read back from files for it, and which memory is given back.
//
// Since the future is known, what has to go when memory is short is the section that is wanted last
// of all (Belady), and what nobody wants again goes at once. Enough memory is the case in which
// nothing is read back.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// In this order: what `flush` says, the drops, room for what is loaded and computed, loads, work.
// Meanwhile the next step's loads are read if they are early, and what was computed before is
// written.
struct ScheduledStep : Step {
  std::vector<SectionNumber> drops = {};
  std::vector<SectionNumber> loads = {};
  bool loads_early = false;  // during the step before
  bool flush = false;        // everything computed must be in its file now
  // Then, what was on its way to the files must have arrived, and what has been computed since then
  // goes.
  bool write = false;
};

struct Schedule {
  std::vector<ScheduledStep> steps;
  std::uint64_t computed = 0;   // values
  std::uint64_t read_back = 0;  // values

  // The most memory for values that it takes: no more than the budget if that is least_budget() at
  // least. And with which nothing would be read back but what is computed before.
  std::uint64_t peak_bytes = 0;
  std::uint64_t full_bytes = 0;
};

// Of the layers `made`, by number of drawn edges; those of others are read from files that are
// there. `budget` is in bytes of memory for values.
Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& made,
                       std::uint64_t budget);

// What of a budget one step may take for its targets and sources.
std::uint64_t budget_of_step(const StateSpace& space, std::uint64_t budget);

// The least budget that can be kept.
std::uint64_t least_budget(const StateSpace& space);

}  // namespace pipo
