#include "generator/plan/memory_plan.hpp"

#include <fmt/core.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>

#include "generator/plan/machine.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/sweep/inner_pass.hpp"
#include "generator/sweep/work_order.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"

namespace pipo {
namespace {

// Code, buffers of the writer and of the reader, and what the allocator keeps to itself: of the
// process and of each thread (measured).
constexpr std::uint64_t kBesides = 12'000'000;
constexpr std::uint64_t kBesidesAThread = 4'000'000;

// Index and layout of a file, for each of its blocks.
constexpr std::uint64_t kBytesABlock = 32;

// What the schedule knows of each section, and lists of all that there could be, empty ones
// included (measured on starts of 5x5, which have many).
constexpr std::uint64_t kBytesASection = 300;
constexpr std::uint64_t kBytesASectionNumber = 48;

// Threads that wait for the disk.
constexpr int kSyncing = 8;

// A thread's strips at a time: those being computed, and transposed sources.
constexpr std::uint64_t kStripsAThread = 6;

// Half tables are estimated, plans and the heap's own share come on top.
constexpr double kStartShare = 1.4;

std::uint64_t most_configurations(const HalfIndex& half) {
  std::uint64_t most = 0;
  for (BorderState border = 0; border < BorderState{1} << half.shape().columns; ++border) {
    for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
      most = std::max(most, half.size(border, drawn));
    }
  }
  return most;
}

// A move draws at most this many edges in all, since settling draws nothing else: every edge but
// the move's own completes a box.
int reach(const StateSpace& space) {
  return space.cut().turned().boxes() + 1;
}

// Of all layers that can be wanted at a time.
std::uint64_t most_wanted(const StateSpace& space) {
  std::uint64_t held = 0;
  std::uint64_t most = 0;
  for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) {
    held += space.section_values(layer);
    const int gone = layer + reach(space) + 2 * kBandLayers;
    if (gone <= space.last_layer()) held -= space.section_values(gone);
    most = std::max(most, held);
  }
  return most + most / 16;  // pieces are a little larger
}

// Of files, schedule and sections: what is known of them beside their values.
std::uint64_t list_bytes(const StateSpace& space) {
  const LayerCounts total = count_table(space).total();
  const auto counts = [&space](Side side) {
    return static_cast<std::uint64_t>(space.half(side).maximum_drawn()) + 1;
  };
  return total.blocks * kBytesABlock + total.sections * kBytesASection +
         space.representatives().size() * counts(Side::lower) * counts(Side::upper) *
             kBytesASectionNumber;
}

MemoryPlan plan_beside(const StateSpace& space, std::uint64_t start, std::uint64_t have) {
  const std::uint64_t configurations = std::max(most_configurations(space.half(Side::lower)),
                                                most_configurations(space.half(Side::upper)));
  const std::uint64_t of_thread = kBesidesAThread + kStripsAThread * kStripColumns * configurations;
  const int threads = tbb::this_task_arena::max_concurrency();
  const std::uint64_t base = start + kBesides + list_bytes(space) +
                             static_cast<std::uint64_t>(threads) * of_thread +
                             address_space_of_threads(threads + kSyncing);
  MemoryPlan plan;
  plan.full_bytes = base + std::max(most_wanted(space), least_budget(space));
  plan.least_bytes = base + least_budget(space);
  plan.all_in_memory = plan.full_bytes <= have;
  if (plan.least_bytes <= have) plan.section_budget = have - base;
  return plan;
}

const char* source_of(MemoryLimit limit) {
  switch (limit) {
    case MemoryLimit::control_group:
      return "the limit of its control group (cgroup) leaves";
    case MemoryLimit::address_space:
      return "the limit on address space (ulimit -v) leaves";
    default:
      return "this machine has";
  }
}

MemoryPlan checked(const TableIdentity& table, const MemoryPlan& plan, std::uint64_t allowed) {
  if (plan.section_budget > 0) return plan;
  const std::uint64_t have = memory_to_use(allowed);
  const AvailableMemory available = available_memory();
  throw NoSpace(fmt::format(
      "{} needs at least {} of memory to generate, and {} {}; {}", folder_name(table),
      human_bytes_rounded_up(plan.least_bytes),
      allowed == have ? "--memory allows" : source_of(available.limit), human_bytes(have),
      allowed > 0 && plan.least_bytes <= available.bytes
          ? "allow more, take a smaller board, or a start with more edges drawn"
          : "take a smaller board, a start with more edges drawn, or another machine"));
}

}  // namespace

MemoryPlan plan_memory(const StateSpace& space, std::uint64_t have) {
  return plan_beside(space,
                     static_cast<std::uint64_t>(
                         kStartShare * static_cast<double>(SweepStart::expected_bytes(space))),
                     have);
}

MemoryPlan plan_memory(const SweepStart& start, std::uint64_t have) {
  return plan_beside(start.space(), start.bytes(), have);
}

bool is_close(const MemoryPlan& estimate, std::uint64_t have) {
  return have / 2 < estimate.least_bytes && estimate.least_bytes / 2 < have;
}

MemoryPlan require_memory(const TableIdentity& table, const StateSpace& space,
                          std::uint64_t allowed) {
  const std::uint64_t have = memory_to_use(allowed);
  const MemoryPlan estimate = plan_memory(space, have);
  if (is_close(estimate, have)) return require_memory(table, SweepStart(space), allowed);
  return checked(table, estimate, allowed);
}

MemoryPlan require_memory(const TableIdentity& table, const SweepStart& start,
                          std::uint64_t allowed) {
  return checked(table, plan_memory(start, memory_to_use(allowed)), allowed);
}

Schedule plan_schedule(const SweepStart& start, MemoryPlan& plan) {
  const StateSpace& space = start.space();
  const std::vector<bool> all(static_cast<std::size_t>(space.last_layer()) + 1, true);
  Schedule schedule = make_schedule(start.tables(), all, plan.section_budget);
  plan.full_bytes =
      std::max(plan.least_bytes, plan.least_bytes - least_budget(space) + schedule.full_bytes);
  plan.all_in_memory = schedule.read_back == 0;
  return schedule;
}

}  // namespace pipo
