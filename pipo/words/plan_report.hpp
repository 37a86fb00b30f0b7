// Plans of tables as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "generator/cluster/rank_plan.hpp"
#include "generator/plan/table_plan.hpp"
#include "solve/largest_start.hpp"

namespace pipo {

// The largest sweep of the positions that a table with --keep leaves to the solver.
struct LargestSweep {
  LargestStart start;
  std::uint64_t memory = 0;  // bytes, an estimate
  double seconds = 0;        // on this machine, an estimate
};

// `disk` is the free space in bytes. `remedy` says what would make the table fit, and is used only
// if it does not.
std::string plan_text(const TablePlan& plan, const std::optional<LargestSweep>& largest,
                      const std::optional<RankPlan>& ranks, std::uint64_t disk,
                      const std::string& remedy);

// Returns one line.
std::string plan_json(const TablePlan& plan, const std::optional<LargestSweep>& largest,
                      const std::optional<RankPlan>& ranks, std::uint64_t disk);

}  // namespace pipo
