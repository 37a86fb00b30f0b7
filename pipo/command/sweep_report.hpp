// What a user hears of a sweep in memory: what it is going to take, and how far it has come.
#pragma once

#include <string>

#include "pipo/io/progress.hpp"
#include "pipo/io/session.hpp"
#include "pipopipette/solver.hpp"

namespace pipo {

// "5x5: a sweep of 1,234,567 values, 1.2 GiB of memory, about 12 s", where that is worth reading.
void tell_plan(Session& session, const std::string& title, const SweepPlan& plan);

ProgressReport report_of(const SweepProgress& state);

}  // namespace pipo
