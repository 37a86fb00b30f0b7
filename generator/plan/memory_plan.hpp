// Whether a table can be made in the memory there is, and how.
#pragma once

#include <cstdint>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct MemoryPlan {
  std::uint64_t least_bytes = 0;  // memory with which the table can be made at all
  std::uint64_t full_bytes = 0;   // and to make it without reading anything back
  // Bytes for values of sections; 0 if not even the least fits.
  std::uint64_t section_budget = 0;
  bool all_in_memory = true;  // is nothing read back?
};

// What the table would need, for memory of `have` bytes and the threads that there are. Estimated,
// for any board: full_bytes is an upper bound.
MemoryPlan plan_memory(const StateSpace& space, std::uint64_t have);

// The same once it is known what the sweep starts from.
MemoryPlan plan_memory(const SweepStart& start, std::uint64_t have);

// May the estimate be wrong about whether the table fits?
bool is_close(const MemoryPlan& estimate, std::uint64_t have);

// The same for `allowed` bytes, or for what the machine has if that is 0. Throws NoSpace, saying
// how much would be needed, if even the least is too much.
MemoryPlan require_memory(const TableIdentity& table, const StateSpace& space,
                          std::uint64_t allowed);
MemoryPlan require_memory(const TableIdentity& table, const SweepStart& start,
                          std::uint64_t allowed);

// Goes through the schedule of a table of which nothing is there, and sets what `plan` bounds only.
Schedule plan_schedule(const SweepStart& start, MemoryPlan& plan);

}  // namespace pipo
