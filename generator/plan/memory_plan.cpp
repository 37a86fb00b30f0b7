#include "generator/plan/memory_plan.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "generator/plan/machine.hpp"
#include "generator/sweep/bounded_sweep.hpp"
#include "generator/sweep/sweep.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"

namespace pipo {
namespace {

// Code, buffers of the writer and of the reader, and what the allocator keeps to itself (measured:
// 31 MB for 4x4 in memory).
constexpr std::uint64_t kBesides = 40'000'000;

}  // namespace

MemoryPlan plan_memory(const StateSpace& space, std::uint64_t have) {
  const std::uint64_t base = SweepStart::expected_bytes(space) + kBesides;
  MemoryPlan plan;
  plan.full_bytes = base + Sweep::expected_bytes(space);
  plan.least_bytes = std::min(plan.full_bytes, base + BoundedSweep::least_budget(space));
  plan.all_in_memory = plan.full_bytes <= have;
  if (plan.least_bytes > have) return plan;
  std::uint64_t all = BoundedSweep::least_budget(space);
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    all += space.section_values(layer);
  }
  plan.section_budget = std::min(have - base, all);
  return plan;
}

MemoryPlan require_memory(const TableIdentity& table, const StateSpace& space,
                          std::uint64_t allowed) {
  const std::uint64_t available = available_memory();
  const std::uint64_t have = allowed > 0 ? allowed : usable_memory();
  const MemoryPlan plan = plan_memory(space, have);
  if (plan.least_bytes <= have || (allowed == 0 && available == 0)) return plan;
  const bool limited = memory_limit_left() > 0 && memory_limit_left() <= available;
  throw NoSpace(
      fmt::format("{} needs at least {} of memory to generate, and {} {}; {}", folder_name(table),
                  human_bytes_rounded_up(plan.least_bytes),
                  allowed > 0 ? "--memory allows"
                  : limited   ? "the limit on address space (ulimit -v) leaves"
                              : "this machine has",
                  human_bytes(have),
                  allowed > 0 && plan.least_bytes <= available
                      ? "allow more, take a smaller board, or a start with more edges drawn"
                      : "take a smaller board, a start with more edges drawn, or another machine"));
}

}  // namespace pipo
