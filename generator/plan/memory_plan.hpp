// Whether a table can be made in the memory there is, and how.
#pragma once

#include <cstdint>

#include "generator/plan/table_counts.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct MemoryPlan {
  std::uint64_t beside_bytes = 0;  // all that is not values of sections
  std::uint64_t least_bytes = 0;   // memory with which the table can be made at all
  std::uint64_t full_bytes = 0;    // and to make it without reading anything back
  // Bytes for values of sections; 0 if not even the least fits.
  std::uint64_t section_budget = 0;
  bool all_in_memory = true;  // is nothing read back?
};

// The program and its libraries, with their buffers, before any work (measured).
constexpr std::uint64_t kProcessBytes = 12'000'000;

// A table that by counting needs this many times the memory is refused by its count alone.
constexpr std::uint64_t kFarTooLarge = 4;

// What the process takes at most until the start and the schedule of a sweep are made, by counting:
// `total` sums up its layers.
std::uint64_t most_to_begin(const StateSpace& space, const LayerCounts& total);

// All that a sweep takes beside the values of sections, the process included, on the threads there
// are: at most, and once it is known what the sweep starts from.
std::uint64_t most_beside_values(const StateSpace& space, const LayerCounts& total);
std::uint64_t beside_values(const SweepStart& start, const LayerCounts& total);

// What the table needs, for memory of `have` bytes and the threads there are, by counting: no less
// than it does need.
MemoryPlan plan_memory(const StateSpace& space, std::uint64_t have);

// The same once it is known what the sweep starts from.
MemoryPlan plan_memory(const SweepStart& start, std::uint64_t have);

// Whether to make the start and the schedule, which tell the exact need. True if that takes little
// memory on any machine, or fits into `have` bytes and the table may fit, too.
bool can_begin(const StateSpace& space, const LayerCounts& total, std::uint64_t have);

// The same for `allowed` bytes, or for what the machine has if that is 0. Throws NoSpace, saying
// how much is enough, if even the least is too much.
MemoryPlan require_memory(const TableIdentity& table, const StateSpace& space,
                          std::uint64_t allowed);
MemoryPlan require_memory(const TableIdentity& table, const SweepStart& start,
                          std::uint64_t allowed);

// Goes through the schedule of a table of which nothing is there, and sets what `plan` bounds only.
Schedule plan_schedule(const SweepStart& start, MemoryPlan& plan);

}  // namespace pipo
