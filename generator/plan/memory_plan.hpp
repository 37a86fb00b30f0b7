// Whether a table can be made in the memory there is, and how.
#pragma once

#include <cstdint>

#include "pipopipette/table_identity.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

struct MemoryPlan {
  bool all_in_memory = true;
  // Bytes for sections where others are read back: when they do not all fit, and when what an
  // earlier run has finished stands in its files. 0 if not even the least fits.
  std::uint64_t section_budget = 0;

  std::uint64_t full_bytes = 0;   // memory to make the table with all of its sections at hand
  std::uint64_t least_bytes = 0;  // and the least with which it can be made at all
};

// What the table would need, for memory of `have` bytes.
MemoryPlan plan_memory(const StateSpace& space, std::uint64_t have);

// The same, for `allowed` bytes, or for what the machine has if that is 0. Throws NoSpace, saying
// how much would be needed, if even the least is too much.
MemoryPlan require_memory(const TableIdentity& table, const StateSpace& space,
                          std::uint64_t allowed);

}  // namespace pipo
