#include "solve/shared_time.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

// The time limit of a question that comes when the time is over.
constexpr double kLeastSeconds = 1e-9;

// With less than this share of the time, an error would name a limit that the user did not give.
constexpr double kRestShare = 0.01;

}  // namespace

SharedTime::SharedTime(const Solver& solver, SolverOptions options)
    : solver_(solver),
      options_(std::move(options)),
      seconds_(options_.seconds),
      end_(steady_seconds() + seconds_) {}

Solution SharedTime::solve(const Position& position) {
  if (seconds_ > 0) options_.seconds = std::max(end_ - steady_seconds(), kLeastSeconds);
  const bool later = std::exchange(asked_, true);
  try {
    return solver_.solve(position, options_);
  } catch (const OutOfTime&) {
    if (!later || end_ - steady_seconds() > kRestShare * seconds_) throw;
    throw OutOfTime(
        fmt::format("the time limit of {} is used up; allow more time", human_seconds(seconds_)));
  }
}

}  // namespace pipo
