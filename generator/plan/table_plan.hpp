// Predicts what making a table takes: counts, memory, disk, time.
#pragma once

#include <cstdint>
#include <optional>

#include "generator/plan/memory_budget.hpp"
#include "generator/plan/table_counts.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/kept_layers.hpp"

namespace pipo {

// With more seam bits than this, the schedule is too long to be simulated.
constexpr int kMostSeamBits = 13;

struct TablePlan {
  TableIdentity table;
  TableCounts counts;
  std::uint64_t two_largest_layers = 0;  // bytes of values of the two largest layers together
  std::uint64_t available_memory = 0;    // usable bytes: the allowed memory, or what the machine
                                         // has
  MemoryPlan memory;
  std::uint64_t disk = 0;               // bytes of the table's files, from measured bits a value
  std::optional<KeptLayers> keep = {};  // the layers of a table that keeps only some
  std::uint64_t kept_disk = 0;          // bytes of their files
  std::uint64_t largest_disk = 0;       // bytes of all files, at most, while such a table is made
  double slowness = 1;   // this machine's time relative to the one on which costs were
                         // measured
  double seconds = 0;    // from the measured cost per value and this machine's speed
  double read_back = 0;  // how often the table's values are decoded while it is made

  // Nothing is refused if the machine's memory is unknown.
  bool fits_memory() const {
    return available_memory == 0 || memory.least_bytes <= available_memory;
  }
  // Also checks the disk, which has `free_disk` bytes free (free_disk()).
  bool fits(std::uint64_t free_disk) const { return fits_memory() && disk <= free_disk; }
};

// Plans a table for `allowed` bytes of memory (0: what the machine has) and for `threads` that
// share the work. Runs a small sweep to measure this machine's speed.
TablePlan plan_table(const TableIdentity& table, std::uint64_t allowed, int threads,
                     const std::optional<KeptLayers>& keep = {});

// Does the same without simulating the schedule: no time, no read_back, and the memory for the
// whole table is an upper bound.
TablePlan size_table(const TableIdentity& table, std::uint64_t allowed,
                     const std::optional<KeptLayers>& keep = {});

// Returns the largest table that fits and belongs to a named start of the board: icelandic or, if
// that is too large, swedish. The start must contain that of `table`. The table must fit into
// `allowed` bytes of memory (0: what the machine has) and into `free_disk` bytes of disk
// (free_disk()). Returns nothing if none does.
std::optional<TableIdentity> named_start_that_fits(const TableIdentity& table,
                                                   std::uint64_t allowed, std::uint64_t free_disk);

// Measures this machine's speed: the processor time in seconds of a small sweep (3x4) by one
// thread, the best of three.
double calibrate();

}  // namespace pipo
