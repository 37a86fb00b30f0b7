#include "solve/allowance.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "generator/plan/machine.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

constexpr std::uint64_t kSearchMemory = std::uint64_t{1} << 30;

}  // namespace

Allowance::Allowance(std::uint64_t memory, double seconds, std::function<bool()> stopped)
    : memory_given_(memory > 0),
      memory_(memory_to_use(memory)),
      end_(seconds > 0 ? steady_seconds() + seconds : std::numeric_limits<double>::infinity()),
      stopped_(std::move(stopped)) {}

std::uint64_t Allowance::search_memory() const {
  return memory_given_ ? memory_ : std::min(kSearchMemory, memory_);
}

double Allowance::seconds_left() const {
  return end_ - steady_seconds();
}

bool Allowance::fits(const SweepSize& size, double share) const {
  const int threads = tbb::this_task_arena::max_concurrency();
  return size.memory <= memory_ && size.seconds <= share * seconds_left() * threads;
}

}  // namespace pipo
