#include "pipo/command/sweep_report.hpp"

#include <fmt/core.h>

#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

constexpr double kWorthSaying = 2;  // seconds

}  // namespace

void tell_plan(Session& session, const std::string& title, const SweepPlan& plan) {
  if (plan.seconds < kWorthSaying) return;
  const std::string disk =
      plan.disk > 0 ? fmt::format(", about {} of scratch files", human_bytes(plan.disk)) : "";
  complain(session, fmt::format("{}: a sweep of {} takes {} of memory{} and about {}", title,
                                counted(plan.values, "value"), human_bytes(plan.memory), disk,
                                human_seconds(plan.seconds)));
}

ProgressReport report_of(const SweepProgress& state) {
  return {.stage = fmt::format("layer {}", state.layer),
          .done = state.done,
          .total = state.total,
          .seconds = state.seconds};
}

}  // namespace pipo
