// What making a table will take, before it is made: counts, memory, disk, time.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/plan/memory_plan.hpp"
#include "generator/plan/table_counts.hpp"
#include "pipopipette/table_identity.hpp"

namespace pipo {

// With more bits of seam than this the schedule is too long to be gone through.
constexpr int kMostSeamBits = 13;

struct TablePlan {
  TableIdentity table;
  TableCounts counts;
  std::uint64_t two_largest_layers = 0;  // bytes of values of the two largest layers together
  std::uint64_t available_memory = 0;    // what may be used: as allowed, or what the machine has
  MemoryPlan memory;
  std::uint64_t disk = 0;         // bytes of the table's files, from measured bits a value
  std::uint64_t square_disk = 0;  // the same with --square; 0 where that cannot be
  bool square = false;            // is it to be made with --square?
  double slowness = 1;            // of this machine, beside the one on which costs were measured
  double seconds = 0;             // from measured cost a value and this machine's speed
  double read_back = 0;           // how often the table's values are decoded while it is made

  // Of the table as it is to be made: with --square nothing can be read back.
  std::uint64_t least_memory() const { return square ? memory.full_bytes : memory.least_bytes; }
  std::uint64_t disk_needed() const { return square ? square_disk : disk; }

  // Where it cannot be told what the machine has, nothing is refused.
  bool fits_memory() const { return available_memory == 0 || least_memory() <= available_memory; }
  // The same, and on a disk with so much free (free_disk).
  bool fits(std::uint64_t free_disk) const { return fits_memory() && disk_needed() <= free_disk; }
};

// For `allowed` bytes of memory; 0: what the machine has. `threads` share the work. Runs a small
// sweep to see how fast this machine is. Throws BadInput for `square` where the start is not its
// own image in a diagonal of a square.
TablePlan plan_table(const TableIdentity& table, std::uint64_t allowed, int threads,
                     bool square = false);

// The same without going through the schedule: no time, nothing is said of reading back, and the
// memory for all of it is an upper bound.
TablePlan size_table(const TableIdentity& table, std::uint64_t allowed, bool square = false);

// Processor time of a small sweep (3x4) by one thread, in seconds, the best of three: how fast this
// machine is.
double calibrate();

}  // namespace pipo
