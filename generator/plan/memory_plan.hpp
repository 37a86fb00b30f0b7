// Plans whether and how a table can be made within the available memory.
#pragma once

#include <cstdint>

#include "generator/plan/table_counts.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct MemoryPlan {
  std::uint64_t beside_bytes = 0;  // everything but the values of sections
  std::uint64_t least_bytes = 0;   // the least memory with which the table can be made
  std::uint64_t full_bytes = 0;    // memory with which nothing is read back
  // Bytes for values of sections; 0 if not even the least fits.
  std::uint64_t section_budget = 0;
  std::uint32_t part_size = kUndivided;  // of the tiles that sections are divided into
  bool all_in_memory = true;             // nothing is read back
};

// Memory of the program, its libraries and their buffers before any work, in bytes (measured).
constexpr std::uint64_t kProcessBytes = 12'000'000;

// A table whose counted need is this many times the memory is refused without an exact plan.
constexpr std::uint64_t kFarTooLarge = 4;

// Returns an upper bound, by counting, of the bytes that the process takes while it makes the start
// and the schedule of a sweep. `total` is the sum of the layers' counts.
std::uint64_t most_to_begin(const StateSpace& space, const LayerCounts& total);

// Return the bytes that a sweep on the current threads takes in addition to the values of sections,
// the process included: an upper bound by counting, and the figure for a start that has been made.
std::uint64_t most_beside_values(const StateSpace& space, const LayerCounts& total);
std::uint64_t beside_values(const SweepStart& start, const LayerCounts& total);

// Plans the memory of a table by counting, for `have` bytes and the current threads. The plan never
// says less than the table needs.
MemoryPlan plan_memory(const StateSpace& space, const LayerCounts& total, std::uint64_t have,
                       TableGame game = TableGame::dots_and_boxes);

// Plans the memory of a table whose start has been made, with the tiles of the start.
MemoryPlan plan_memory(const SweepStart& start, std::uint64_t have);

// Returns whether to make the start and the schedule, which give the exact need: if that takes
// little memory, or if it fits into `have` bytes and the table may fit as well.
bool can_begin(const StateSpace& space, const LayerCounts& total, std::uint64_t have);

// Plans the memory of a table for `allowed` bytes, or for the free memory of the machine if that is
// 0. Throws OutOfMemory, naming an amount that is enough, if even the least is too much.
MemoryPlan require_memory(const TableIdentity& table, const StateSpace& space,
                          std::uint64_t allowed);
MemoryPlan require_memory(const TableIdentity& table, const SweepStart& start,
                          std::uint64_t allowed);

// Makes the schedule for the layers that are missing, within the plan. With little memory a
// schedule has many steps, which take memory themselves; the values get the rest. Throws
// OutOfMemory if that is too little.
Schedule schedule_within(const TableIdentity& table, const SweepStart& start,
                         const std::vector<bool>& to_make, const MemoryPlan& plan,
                         const Poll& poll);

// Makes the schedule of a table without existing files, and replaces the bounds in `plan` by its
// figures.
Schedule plan_schedule(const SweepStart& start, MemoryPlan& plan);

}  // namespace pipo
