// Reports on a sweep in memory: what it will take, and its progress.
#pragma once

#include <string>

#include "pipo/command/session.hpp"
#include "pipo/io/progress.hpp"
#include "pipopipette/solver.hpp"

namespace pipo {

// Prints "5x5: a sweep of 1,234,567 values takes 1.2 GiB of memory and about 12 s", unless the
// sweep is very short.
void tell_plan(Session& session, const std::string& title, const SweepPlan& plan);

ProgressReport report_of(const SweepProgress& state);

}  // namespace pipo
