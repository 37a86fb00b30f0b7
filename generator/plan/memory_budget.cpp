#include "generator/plan/memory_budget.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "generator/plan/machine.hpp"
#include "generator/sweep/nim_values.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/sweep/tile_pass.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/narrow.hpp"

namespace pipo {
namespace {

// Buffers of the writer and of the reader, and what the allocator keeps to itself, of each thread
// (measured).
constexpr std::uint64_t kBesidesAThread = 4'000'000;

// Index and layout of a file, for each of its blocks.
constexpr std::uint64_t kBytesABlock = 32;

// Data of the schedule for each tile, and lists of all possible sections, empty ones included
// (measured on starts of 5x5, which have many).
constexpr std::uint64_t kBytesATile = 320;
constexpr std::uint64_t kBytesASchedule = 200'000;  // few tiles may need many steps
constexpr std::uint64_t kBytesASectionNumber = 66;

// A small budget for values makes a long schedule, so values get at least this part of the lists.
// The schedule may still take more than planned: 4x4 needs 115 MiB instead of 94.
constexpr std::uint64_t kListsALeastBudget = 4;

// A schedule for less memory has more steps, so a smaller budget also leaves out this part.
constexpr std::uint64_t kSpareBudget = 8;

// Threads that wait for the disk.
constexpr int kSyncing = 8;

// A thread's strips at a time: those being computed, and transposed sources.
constexpr std::uint64_t kStripsAThread = 6;

// The start of a sweep takes at most this many times the expected size of its half tables, plus
// this many bytes. The most measured on 17 boards with up to 64 open edges, whole and with starts,
// were 1.4 times and 0.5 MB, or 2 MB.
constexpr double kStartShare = 1.4;
constexpr std::uint64_t kStartBytes = 3'000'000;

// A refusal may take this many bytes to find the exact need, however little memory is allowed.
constexpr std::uint64_t kToRefuse = 128'000'000;

std::uint64_t schedule_bytes(std::uint64_t tiles) {
  return kBytesASchedule + tiles * kBytesATile;
}

std::uint64_t most_configurations(const HalfIndex& half) {
  std::uint64_t most = 0;
  for (BorderState border = 0; border < BorderState{1} << half.shape().columns; ++border) {
    for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
      most = std::max(most, half.size(border, drawn));
    }
  }
  return most;
}

// Returns an upper bound on the bytes of all layers that can be needed at a time.
std::uint64_t most_needed(const StateSpace& space) {
  // A move draws at most this many edges in all, since settling draws nothing else: every edge but
  // the move's own completes a box.
  const int reach = space.cut().turned().boxes() + 1;
  std::uint64_t held = 0;
  std::uint64_t most = 0;
  for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) {
    held += space.section_values(layer);
    const int gone = layer + reach + 2 * kBandLayers;
    if (gone <= space.last_layer()) held -= space.section_values(gone);
    most = std::max(most, held);
  }
  return most + most / 16;  // pieces are a little larger
}

std::uint64_t most_start_bytes(const StateSpace& space) {
  return kStartBytes + static_cast<std::uint64_t>(
                           kStartShare * static_cast<double>(SweepStart::expected_bytes(space)));
}

std::uint64_t strip_width(const StateSpace& space) {
  return std::min<std::uint64_t>(
      kStripColumns, strip_stride(address_size(most_configurations(space.half(Side::lower)))));
}

// Returns the bytes of all threads; `strips`: of one thread.
std::uint64_t thread_bytes(std::uint64_t strips) {
  const int threads = loop_threads();
  return static_cast<std::uint64_t>(threads) * (kBesidesAThread + strips) +
         address_space_of_threads(threads + kSyncing);
}

// Only strips of columns are copied, which are as long as the upper half's groups. Strips of rows
// are copied if the halves can be exchanged, but then both halves have the same groups. Those of
// tiles take no more together.
std::uint64_t most_thread_bytes(const StateSpace& space) {
  return thread_bytes(kStripsAThread * strip_width(space) *
                      most_configurations(space.half(Side::upper)));
}

// The same for a start: the strips of a tile and of all tiles that it reaches.
std::uint64_t thread_bytes(const SweepStart& start) {
  const StateSpace& space = start.space();
  if (start.part_size() == kUndivided) return most_thread_bytes(space);
  const SweepTables tables = start.tables();
  const std::uint64_t reached = std::max(tables.lower.most_reached(), tables.upper.most_reached());
  const std::uint64_t height =
      std::min<std::uint64_t>(start.part_size(), most_configurations(space.half(Side::upper)));
  return std::min(most_thread_bytes(space),
                  thread_bytes((2 + reached) * strip_width(space) * height));
}

std::uint64_t game_bytes(const StateSpace& space, TableGame game, std::uint32_t part_size) {
  return game == TableGame::nimstring ? second_set_bytes(space, part_size) : 0;
}

const char* source_of(MemoryLimit limit) {
  constexpr std::array kSources = {"this machine has",
                                   "the limit of its control group (cgroup) leaves",
                                   "the limit on address space (ulimit -v) leaves"};
  return kSources.at(static_cast<std::size_t>(limit));
}

}  // namespace

MemoryBudget::MemoryBudget(const StateSpace& space, const LayerCounts& total, std::uint64_t bytes,
                           TableGame game)
    : space_(space), total_(total), bytes_(bytes), game_(game) {}

MemoryBudget::MemoryBudget(const TableSpace& table, std::uint64_t allowed,
                           std::uint64_t section_budget)
    : space_(table.states()),
      total_(count_table(space_).total()),
      bytes_(memory_to_use(allowed)),
      game_(table.identity().game),
      name_(folder_name(table.identity())),
      allowed_(allowed),
      section_budget_(section_budget) {}

std::uint64_t MemoryBudget::most_to_begin() const {
  return shared_bytes(most_start_bytes(space_)) + schedule_bytes(total_.sections);
}

std::uint64_t MemoryBudget::most_overhead() const {
  return most_to_begin() + most_thread_bytes(space_);
}

MemoryPlan MemoryBudget::bound() const {
  return plan(all_tile_sizes(space_), shared_bytes(most_start_bytes(space_)) +
                                          most_thread_bytes(space_) +
                                          game_bytes(space_, game_, kUndivided));
}

std::uint32_t MemoryBudget::part_size() const {
  return section_budget_ > 0 ? part_size_within(all_tile_sizes(space_), section_budget_)
                             : bound().part_size;
}

bool MemoryBudget::may_begin() const {
  const std::uint64_t needed = most_to_begin();
  if (needed <= std::min(kToRefuse, usable_memory())) return true;
  return needed <= bytes_ && bound().least_bytes / kFarTooLarge <= bytes_;
}

std::uint64_t MemoryBudget::overhead(const SweepStart& start) const {
  return fixed_bytes(start) + schedule_bytes(tile_sizes(space_, start.part_size()).tiles);
}

MemoryPlan MemoryBudget::exact(const SweepStart& start) const {
  return plan({tile_sizes(space_, start.part_size())}, fixed_bytes(start));
}

void MemoryBudget::require() const {
  const MemoryPlan counted = bound();
  if (counted.section_budget == 0 && may_begin()) {
    require(SweepStart(space_, game_, {}, counted.part_size));
  } else {
    fitting(counted);
  }
}

MemoryPlan MemoryBudget::require(const SweepStart& start) const {
  MemoryPlan plan = fitting(exact(start));
  if (section_budget_ > 0) plan.section_budget = section_budget_;
  return plan;
}

Schedule MemoryBudget::schedule(const SweepStart& start, const std::vector<bool>& to_make,
                                const Poll& poll) const {
  const MemoryPlan plan = require(start);
  const TileSizes sizes = tile_sizes(space_, start.part_size());
  const std::uint64_t planned = schedule_bytes(sizes.tiles);
  const std::uint64_t least = least_budget(sizes);
  std::uint64_t budget = plan.section_budget;
  while (true) {
    Schedule schedule = make_schedule(start.tables(), to_make, budget, poll);
    if (section_budget_ > 0) return schedule;
    const std::uint64_t lists = std::max(planned, schedule.steps.bytes());
    if (budget + lists <= plan.section_budget + planned) return schedule;
    if (lists - planned + least > plan.section_budget) {
      throw OutOfMemory(fmt::format(
          "generating {} needs more memory, at least {}; allow more, or choose a smaller board or "
          "a start with more edges drawn",
          name_, human_bytes_rounded_up(plan.overhead_bytes + lists - planned + least)));
    }
    budget = std::max(least, plan.section_budget + planned - lists - budget / kSpareBudget);
  }
}

// Returns the bytes of everything that neither one thread owns nor depends on the size of tiles.
// `start`: the bytes of the start.
std::uint64_t MemoryBudget::shared_bytes(std::uint64_t start) const {
  const auto counts = [this](Side side) {
    return static_cast<std::uint64_t>(space_.half(side).maximum_drawn()) + 1;
  };
  return kProcessBytes + space_.bytes() + start + total_.blocks_in_memory * kBytesABlock +
         space_.representatives().size() * counts(Side::lower) * counts(Side::upper) *
             kBytesASectionNumber;
}

// Returns the bytes that do not depend on the size of tiles, for a start that has been made.
std::uint64_t MemoryBudget::fixed_bytes(const SweepStart& start) const {
  return shared_bytes(start.bytes()) + thread_bytes(start) +
         game_bytes(space_, start.tables().game, start.part_size());
}

// Plans with one of these sizes of tiles: sections are divided only if they do not fit into memory
// together. If no size fits, plans with the one that takes the least memory. `fixed`: bytes that do
// not depend on the size.
MemoryPlan MemoryBudget::plan(const std::vector<TileSizes>& sizes, std::uint64_t fixed) const {
  const std::uint64_t values = most_needed(space_);
  const auto plan_with = [&](const TileSizes& tiles) {
    const std::uint64_t lists = schedule_bytes(tiles.tiles);
    const std::uint64_t least = std::max(least_budget(tiles), lists / kListsALeastBudget);
    MemoryPlan plan{.overhead_bytes = fixed + lists, .part_size = tiles.part_size};
    plan.full_bytes = plan.overhead_bytes + std::max(values, least);
    plan.least_bytes = plan.overhead_bytes + least;
    plan.all_in_memory = plan.full_bytes <= bytes_;
    if (plan.least_bytes <= bytes_) plan.section_budget = bytes_ - plan.overhead_bytes;
    return plan;
  };
  MemoryPlan plan = plan_with(sizes.front());
  std::uint64_t least_bytes = plan.least_bytes;
  std::vector<TileSizes> suitable;
  for (const TileSizes& tiles : std::span(sizes).subspan(1)) {
    const MemoryPlan divided = plan_with(tiles);
    if (divided.section_budget > 0) suitable.push_back(tiles);
    if (plan.section_budget == 0 && divided.least_bytes < least_bytes) plan = divided;
    least_bytes = std::min(least_bytes, divided.least_bytes);
  }
  if (!plan.all_in_memory && !suitable.empty()) {
    const std::uint32_t chosen = part_size_within(suitable, bytes_ - fixed);
    plan = plan_with(*std::ranges::find(suitable, chosen, &TileSizes::part_size));
  }
  plan.least_bytes = least_bytes;
  return plan;
}

// Returns the plan, or throws if it does not fit.
MemoryPlan MemoryBudget::fitting(const MemoryPlan& plan) const {
  if (plan.section_budget > 0) return plan;
  const AvailableMemory available = available_memory();
  throw OutOfMemory(fmt::format(
      "generating {} needs at least {} of memory, but {} {}; {}", name_,
      human_bytes_rounded_up(plan.least_bytes),
      allowed_ == bytes_ ? "--memory allows" : source_of(available.limit), human_bytes(bytes_),
      allowed_ > 0 && plan.least_bytes <= available.bytes
          ? "allow more, or choose a smaller board or a start with more edges drawn"
          : "choose a smaller board, a start with more edges drawn, or another machine"));
}

}  // namespace pipo
