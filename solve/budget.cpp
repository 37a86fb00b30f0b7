#include "solve/budget.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "generator/plan/machine.hpp"
#include "generator/plan/memory_plan.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "solve/remedied.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kSearchMemory = std::uint64_t{1} << 30;
constexpr std::uint64_t kLeastSearchMemory = std::uint64_t{64} << 10;

}  // namespace

Budget::Budget(std::uint64_t memory, double seconds, std::function<bool()> stopped)
    : memory_given_(memory > 0),
      memory_(memory_to_use(memory)),
      end_(seconds > 0 ? steady_seconds() + seconds : std::numeric_limits<double>::infinity()),
      stopped_(std::move(stopped)) {}

std::uint64_t Budget::search_memory() const {
  if (memory_ < kProcessBytes + kLeastSearchMemory) {
    throw WithRemedy<OutOfMemory>(
        fmt::format("a search needs at least {} of memory, but only {} may be used",
                    human_bytes_rounded_up(kProcessBytes + kLeastSearchMemory),
                    human_bytes(memory_)),
        "allow more memory");
  }
  const std::uint64_t left = memory_ - kProcessBytes;
  return memory_given_ ? left : std::min(kSearchMemory, left);
}

void Budget::measure_memory() {
  if (!memory_given_) memory_ = memory_to_use(0);
}

double Budget::seconds_left() const {
  return end_ - steady_seconds();
}

double Budget::processor_seconds_left() const {
  return seconds_left() * loop_threads();
}

bool Budget::in_time(const SweepSize& size, double share) const {
  return size.seconds <= share * processor_seconds_left();
}

Poll Budget::poll() const {
  return [this] {
    if (stopped()) throw Stopped("stopped");
  };
}

Poll Budget::poll_caller() const {
  return [this] {
    if (stopped_ && stopped_()) throw Stopped("stopped");
  };
}

}  // namespace pipo
