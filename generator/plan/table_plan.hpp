// What making a table will take, before it is made: counts, memory, disk, time.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/plan/memory_plan.hpp"
#include "generator/plan/table_counts.hpp"
#include "pipopipette/table_identity.hpp"

namespace pipo {

struct TablePlan {
  TableIdentity table;
  TableCounts counts;
  std::uint64_t two_largest_layers = 0;  // bytes of values of the two largest layers together
  std::uint64_t available_memory = 0;    // what may be used: as allowed, or what the machine has
  MemoryPlan memory;
  std::uint64_t disk = 0;         // bytes of the table's files, from measured bits a value
  std::uint64_t square_disk = 0;  // the same with --square; 0 where that cannot be
  double seconds = 0;             // from measured cost a value and this machine's speed
  double read_back = 0;           // how often the table's values are decoded while it is made

  bool fits_memory() const { return memory.least_bytes <= available_memory; }
};

// For `allowed` bytes of memory; 0: what the machine has. `threads` share the work. Runs a small
// sweep to see how fast this machine is.
TablePlan plan_table(const TableIdentity& table, std::uint64_t allowed, int threads);

// Processor time of a small sweep (3x4), in seconds: how fast this machine is.
double calibrate();

}  // namespace pipo
