// Plans of tables as text and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "generator/cluster/rank_plan.hpp"
#include "generator/plan/table_plan.hpp"

namespace pipo {

// `disk` is the free space in bytes. `remedy` says what would make the table fit, and is used only
// if it does not.
std::string plan_text(const TablePlan& plan, const std::optional<RankPlan>& ranks,
                      std::uint64_t disk, const std::string& remedy);

// Returns one line.
std::string plan_json(const TablePlan& plan, const std::optional<RankPlan>& ranks,
                      std::uint64_t disk);

}  // namespace pipo
