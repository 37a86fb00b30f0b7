#include "generator/plan/memory_plan.hpp"

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

// A move draws at most this many edges in all, since settling draws nothing else: every edge but
// the move's own completes a box.
int reach(const StateSpace& space) {
  return space.cut().turned().boxes() + 1;
}

// Returns an upper bound on the bytes of all layers that can be needed at a time.
std::uint64_t most_needed(const StateSpace& space) {
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

// Returns the bytes of all data of files and sections but their values.
std::uint64_t list_bytes(const StateSpace& space, const LayerCounts& total) {
  const auto counts = [&space](Side side) {
    return static_cast<std::uint64_t>(space.half(side).maximum_drawn()) + 1;
  };
  return total.blocks_in_memory * kBytesABlock + space.representatives().size() *
                                                     counts(Side::lower) * counts(Side::upper) *
                                                     kBytesASectionNumber;
}

std::uint64_t most_start_bytes(const StateSpace& space) {
  return kStartBytes + static_cast<std::uint64_t>(
                           kStartShare * static_cast<double>(SweepStart::expected_bytes(space)));
}

// Returns the bytes of everything that neither one thread owns nor depends on the size of tiles.
std::uint64_t shared_bytes(const StateSpace& space, const LayerCounts& total, std::uint64_t start) {
  return kProcessBytes + StateSpace::bytes(space.cut()) + start + list_bytes(space, total);
}

std::uint64_t strip_width(const StateSpace& space) {
  return std::min<std::uint64_t>(kStripColumns,
                                 strip_stride(most_configurations(space.half(Side::lower))));
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

// Returns what beside_values() counts but the lists that depend on the size of tiles.
std::uint64_t fixed_bytes(const SweepStart& start, const LayerCounts& total) {
  return shared_bytes(start.space(), total, start.bytes()) + thread_bytes(start) +
         game_bytes(start.space(), start.tables().game, start.part_size());
}

// Plans with one size of tiles. `fixed`: bytes that do not depend on it.
MemoryPlan plan_with(const TileSizes& sizes, std::uint64_t most_needed, std::uint64_t fixed,
                     std::uint64_t have) {
  const std::uint64_t lists = schedule_bytes(sizes.tiles);
  const std::uint64_t least = std::max(least_budget(sizes), lists / kListsALeastBudget);
  MemoryPlan plan;
  plan.part_size = sizes.part_size;
  plan.beside_bytes = fixed + lists;
  plan.full_bytes = plan.beside_bytes + std::max(most_needed, least);
  plan.least_bytes = plan.beside_bytes + least;
  plan.all_in_memory = plan.full_bytes <= have;
  if (plan.least_bytes <= have) plan.section_budget = have - plan.beside_bytes;
  return plan;
}

// Chooses a size of tiles: sections are divided only if they do not fit into memory together. If no
// size fits, plans with the one that takes the least memory.
MemoryPlan plan_with(const std::vector<TileSizes>& sizes, std::uint64_t most_needed,
                     std::uint64_t fixed, std::uint64_t have) {
  MemoryPlan plan = plan_with(sizes.front(), most_needed, fixed, have);
  std::uint64_t least_bytes = plan.least_bytes;
  std::vector<TileSizes> fitting;
  for (const TileSizes& of : std::span(sizes).subspan(1)) {
    const MemoryPlan divided = plan_with(of, most_needed, fixed, have);
    if (divided.section_budget > 0) fitting.push_back(of);
    if (plan.section_budget == 0 && divided.least_bytes < least_bytes) plan = divided;
    least_bytes = std::min(least_bytes, divided.least_bytes);
  }
  if (!plan.all_in_memory && !fitting.empty()) {
    const std::uint32_t chosen = part_size_within(fitting, have - fixed);
    const auto of = std::ranges::find(fitting, chosen, &TileSizes::part_size);
    plan = plan_with(of == fitting.end() ? fitting.front() : *of, most_needed, fixed, have);
  }
  plan.least_bytes = least_bytes;
  return plan;
}

const char* source_of(MemoryLimit limit) {
  constexpr std::array kSources = {"this machine has",
                                   "the limit of its control group (cgroup) leaves",
                                   "the limit on address space (ulimit -v) leaves"};
  return kSources.at(static_cast<std::size_t>(limit));
}

MemoryPlan checked(const TableIdentity& table, const MemoryPlan& plan, std::uint64_t allowed) {
  if (plan.section_budget > 0) return plan;
  const std::uint64_t have = memory_to_use(allowed);
  const AvailableMemory available = available_memory();
  throw OutOfMemory(fmt::format(
      "generating {} needs at least {} of memory, but {} {}; {}", folder_name(table),
      human_bytes_rounded_up(plan.least_bytes),
      allowed == have ? "--memory allows" : source_of(available.limit), human_bytes(have),
      allowed > 0 && plan.least_bytes <= available.bytes
          ? "allow more, or choose a smaller board or a start with more edges drawn"
          : "choose a smaller board, a start with more edges drawn, or another machine"));
}

}  // namespace

std::uint64_t most_to_begin(const StateSpace& space, const LayerCounts& total) {
  return shared_bytes(space, total, most_start_bytes(space)) + schedule_bytes(total.sections);
}

std::uint64_t most_beside_values(const StateSpace& space, const LayerCounts& total) {
  return most_to_begin(space, total) + most_thread_bytes(space);
}

std::uint64_t beside_values(const SweepStart& start, const LayerCounts& total) {
  return fixed_bytes(start, total) +
         schedule_bytes(tile_sizes(start.space(), start.part_size()).tiles);
}

MemoryPlan plan_memory(const StateSpace& space, const LayerCounts& total, std::uint64_t have,
                       TableGame game) {
  const std::uint64_t fixed = shared_bytes(space, total, most_start_bytes(space)) +
                              most_thread_bytes(space) + game_bytes(space, game, kUndivided);
  return plan_with(all_tile_sizes(space), most_needed(space), fixed, have);
}

MemoryPlan plan_memory(const SweepStart& start, std::uint64_t have) {
  const StateSpace& space = start.space();
  return plan_with(tile_sizes(space, start.part_size()), most_needed(space),
                   fixed_bytes(start, count_table(space).total()), have);
}

bool can_begin(const StateSpace& space, const LayerCounts& total, std::uint64_t have) {
  const std::uint64_t needed = most_to_begin(space, total);
  if (needed <= std::min(kToRefuse, usable_memory())) return true;
  return needed <= have && plan_memory(space, total, have).least_bytes / kFarTooLarge <= have;
}

MemoryPlan require_memory(const TableIdentity& table, const StateSpace& space,
                          std::uint64_t allowed) {
  const std::uint64_t have = memory_to_use(allowed);
  const LayerCounts total = count_table(space).total();
  const MemoryPlan counted = plan_memory(space, total, have, table.game);
  if (counted.section_budget == 0 && can_begin(space, total, have)) {
    return require_memory(table, SweepStart(space, table.game, {}, counted.part_size), allowed);
  }
  return checked(table, counted, allowed);
}

MemoryPlan require_memory(const TableIdentity& table, const SweepStart& start,
                          std::uint64_t allowed) {
  return checked(table, plan_memory(start, memory_to_use(allowed)), allowed);
}

Schedule schedule_within(const TableIdentity& table, const SweepStart& start,
                         const std::vector<bool>& to_make, const MemoryPlan& plan,
                         const Poll& poll) {
  const TileSizes sizes = tile_sizes(start.space(), start.part_size());
  const std::uint64_t planned = schedule_bytes(sizes.tiles);
  std::uint64_t budget = plan.section_budget;
  while (true) {
    Schedule schedule = make_schedule(start.tables(), to_make, budget, poll);
    const std::uint64_t lists = std::max(planned, schedule.steps.bytes());
    const std::uint64_t least = least_budget(sizes);
    if (budget + lists <= plan.section_budget + planned) return schedule;
    if (lists - planned + least > plan.section_budget) {
      throw OutOfMemory(fmt::format(
          "generating {} needs more memory, at least {}; allow more, or choose a smaller board or "
          "a start with more edges drawn",
          folder_name(table), human_bytes_rounded_up(plan.beside_bytes + lists - planned + least)));
    }
    budget = std::max(least, plan.section_budget + planned - lists - budget / kSpareBudget);
  }
}

Schedule plan_schedule(const SweepStart& start, MemoryPlan& plan) {
  const StateSpace& space = start.space();
  const std::vector<bool> all(static_cast<std::size_t>(space.last_layer()) + 1, true);
  Schedule schedule = make_schedule(start.tables(), all, plan.section_budget);
  plan.full_bytes = std::max(plan.least_bytes, plan.beside_bytes + schedule.full_bytes);
  plan.all_in_memory = schedule.read_back == 0;
  return schedule;
}

}  // namespace pipo
