// Predicts what making a table by several ranks takes, by simulating the run with measured costs in
// place of work.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "generator/plan/table_plan.hpp"

namespace pipo {

struct RankShare {
  double working = 0;  // seconds
  double waiting = 0;
  std::uint64_t values_made = 0;
  std::uint64_t values_read = 0;     // from files
  std::uint64_t values_fetched = 0;  // from other ranks
  std::uint64_t bytes_written = 0;   // encoded, for rank 0 to write
  std::uint64_t bytes_read = 0;      // from files
  std::uint64_t memory = 0;          // the peak of all memory, in bytes
};

struct RankPlan {
  double seconds = 0;    // until the last rank is finished
  double beginning = 0;  // of these seconds, until the first task is dealt
  std::uint64_t tasks = 0;
  std::vector<RankShare> ranks;

  std::uint64_t sum(std::uint64_t RankShare::*of) const;  // of all ranks
  double waiting() const;                                 // fraction of all ranks' time
};

// Plans for `ranks` ranks of `threads` threads, each with the memory of `plan`. Returns nothing if
// that does not suffice. With a million tasks (5x5) it takes minutes; `progress` is called
// repeatedly with the number of finished tasks and of all tasks.
using RankPlanProgress = std::function<void(std::uint64_t done, std::uint64_t tasks)>;
std::optional<RankPlan> plan_ranks(const TablePlan& plan, int ranks, int threads,
                                   const RankPlanProgress& progress = {});

}  // namespace pipo
