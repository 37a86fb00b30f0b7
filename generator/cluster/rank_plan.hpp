// What making a table by several ranks would take, before it is made: the very course of it, with
// measured costs in place of work.
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
  std::uint64_t bytes_written = 0;   // to files
  std::uint64_t bytes_read = 0;      // from files
  std::uint64_t memory = 0;          // the most at a time, all of it
};

struct RankPlan {
  double seconds = 0;    // until the last rank is ready
  double beginning = 0;  // of these, until the first task is dealt
  std::uint64_t tasks = 0;
  std::vector<RankShare> ranks;

  std::uint64_t sum(std::uint64_t RankShare::*of) const;  // of all ranks
  double waiting() const;                                 // part of all ranks' time
};

// For ranks of so many threads, each within the memory that `plan` is for. Nothing where that does
// not suffice. Of a million tasks (5x5) it takes minutes; `progress` is told again and again how
// many of how many are done.
using CourseProgress = std::function<void(std::uint64_t done, std::uint64_t tasks)>;
std::optional<RankPlan> plan_ranks(const TablePlan& plan, int ranks, int threads,
                                   const CourseProgress& progress = {});

}  // namespace pipo
