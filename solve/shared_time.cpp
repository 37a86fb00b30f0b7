#include "solve/shared_time.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "solve/remedied.hpp"

namespace pipo {
namespace {

// The time limit of a question that comes when the time is over.
constexpr double kLeastSeconds = 1e-9;

// With less than this share of the time, an error would name a limit that the user did not give.
constexpr double kRestShare = 0.01;

}  // namespace

SharedTime::SharedTime(const Solver& solver, SolverOptions options, bool remedies)
    : solver_(solver),
      options_(std::move(options)),
      remedies_(remedies),
      seconds_(options_.seconds) {}

const SolverOptions& SharedTime::left() {
  if (!end_) end_ = steady_seconds() + seconds_;
  if (seconds_ > 0) options_.seconds = std::max(*end_ - steady_seconds(), kLeastSeconds);
  return options_;
}

bool SharedTime::over() const {
  return seconds_ > 0 && end_ && steady_seconds() >= *end_;
}

Solution SharedTime::solve(const Position& position) {
  const bool later = end_.has_value();
  try {
    if (remedies_) return solver_.solve(position, left());
    Known known = know(position);
    if (known.solution) return *std::move(known.solution);
    std::rethrow_exception(known.error);
  } catch (const OutOfTime&) {
    if (!later || *end_ - steady_seconds() > kRestShare * seconds_) throw;
    throw WithRemedy<OutOfTime>(
        fmt::format("the time limit of {} is used up", human_seconds(seconds_)), "allow more time");
  }
}

}  // namespace pipo
