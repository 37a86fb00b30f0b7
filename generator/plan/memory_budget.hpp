// Decides whether and how a table can be made within some bytes of memory.
//
// There are three steps, each slower and more precise than the one before. bound() counts, and
// never says less than the table needs. exact() measures a start of the sweep that has been made.
// schedule() simulates the sweep, and so knows what the schedule itself takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "generator/plan/table_counts.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/state_space.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

struct MemoryPlan {
  std::uint64_t overhead_bytes = 0;  // everything but the values of sections
  std::uint64_t least_bytes = 0;     // the least memory with which the table can be made
  std::uint64_t full_bytes = 0;      // memory with which nothing is read back
  // Bytes for values of sections; 0 if not even the least fits.
  std::uint64_t section_budget = 0;
  std::uint32_t part_size = kUndivided;  // of the tiles that sections are divided into
  bool all_in_memory = true;             // nothing is read back
};

// Memory of the program, its libraries and their buffers before any work, in bytes (measured).
constexpr std::uint64_t kProcessBytes = 12'000'000;

// A table whose counted need is this many times the memory is refused without an exact plan.
constexpr std::uint64_t kFarTooLarge = 4;

// The memory of a sweep on the current threads, the process included.
class MemoryBudget {
 public:
  // A budget of `bytes`. `total` is the sum of the layers' counts. `space` must outlive this.
  MemoryBudget(const StateSpace& space, const LayerCounts& total, std::uint64_t bytes,
               TableGame game = TableGame::dots_and_boxes);

  // The budget of a run that makes a table: `allowed` bytes as far as the limits of the process
  // permit, or the free memory of the machine if that is 0. `section_budget`: of values, whatever
  // the rest takes; 0: what the rest leaves.
  MemoryBudget(const TableSpace& table, std::uint64_t allowed, std::uint64_t section_budget = 0);

  // By counting. Returns an upper bound of the bytes taken while the start and the schedule are
  // made.
  std::uint64_t most_to_begin() const;
  // Returns an upper bound of all bytes but the values of sections.
  std::uint64_t most_overhead() const;
  // Returns a plan that never says less than the table needs.
  MemoryPlan bound() const;

  // Returns the size of tiles for a start, by counting.
  std::uint32_t part_size() const;

  // Returns whether to make the start and the schedule, which give the exact need: if that takes
  // little memory, or if it fits into the budget and the table may fit as well.
  bool may_begin() const;

  // For a start that has been made, with its tiles. Returns all bytes but the values of sections.
  std::uint64_t overhead(const SweepStart& start) const;
  MemoryPlan exact(const SweepStart& start) const;

  // Throws OutOfMemory, naming an amount that is enough, if the table does not fit. Makes a start
  // for the exact plan if counting refuses the table and may_begin() allows it.
  void require() const;
  // The same for a start that has been made. Returns its plan.
  MemoryPlan require(const SweepStart& start) const;

  // Makes the schedule for the layers that are missing. With little memory a schedule has many
  // steps, which take memory themselves; the values get the rest. Throws OutOfMemory if that is too
  // little.
  Schedule schedule(const SweepStart& start, const std::vector<bool>& to_make,
                    const Poll& poll) const;

 private:
  std::uint64_t shared_bytes(std::uint64_t start) const;
  std::uint64_t fixed_bytes(const SweepStart& start) const;
  MemoryPlan plan(const std::vector<TileSizes>& sizes, std::uint64_t fixed) const;
  MemoryPlan fitting(const MemoryPlan& plan) const;

  const StateSpace& space_;
  LayerCounts total_;
  std::uint64_t bytes_;
  TableGame game_;
  std::string name_ = "the table";
  std::uint64_t allowed_ = 0;
  std::uint64_t section_budget_ = 0;
};

}  // namespace pipo
