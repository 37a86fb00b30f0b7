#include "generator/plan/table_plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <numeric>

#include "generator/plan/cost_model.hpp"
#include "generator/plan/machine.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/sweep/schedule.hpp"
#include "generator/sweep/sweep.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/board/start.hpp"

namespace pipo {
namespace {

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The memory for values of the calibrating sweep: more than it needs.
constexpr std::uint64_t kCalibrationMemory = 1'000'000'000;
constexpr int kCalibrationRuns = 3;

// The schedule of more tiles takes too long for a plan: half a minute for 2x10, seven minutes for
// 1x21.
constexpr std::uint64_t kMostTiles = 200'000;

std::uint64_t two_largest(const TableCounts& counts) {
  std::uint64_t largest = 0;
  std::uint64_t second = 0;
  for (const LayerCounts& layer : counts.layers) {
    second = std::max(second, std::min(largest, layer.values));
    largest = std::max(largest, layer.values);
  }
  return largest + second;
}

// Plans the files of a table that keeps only some layers: their final size, and the largest size at
// any time. While a band of layers is made, all kept later layers have their files, and so have the
// omitted layers that are its sources.
void plan_kept(TablePlan& plan, const KeptLayers& keep, const std::vector<std::uint64_t>& bytes) {
  plan.keep = keep;
  const std::vector<LayerCounts>& layers = plan.counts.layers;
  for (std::size_t first = 0; first < layers.size(); ++first) {
    const int unfinished = std::min(layers[first].layer + kBandLayers - 1, layers.back().layer);
    const int last = last_source_layer(plan.table.board, unfinished);
    std::uint64_t present = 0;
    for (std::size_t i = first; i < layers.size(); ++i) {
      if (keep.keeps(layers[i].layer) || layers[i].layer <= last) present += bytes[i];
    }
    plan.largest_disk = std::max(plan.largest_disk, present);
    if (keep.keeps(layers[first].layer)) plan.kept_disk += bytes[first];
  }
}

void go_through_schedule(const StateSpace& space, TablePlan& plan) {
  const MemoryBudget budget(space, plan.counts.total(), plan.available_memory, plan.table.game);
  if (plan.memory.section_budget == 0 && !budget.may_begin()) return;
  if (space.cut().seam_bits() > kMostSeamBits) {
    plan.read_back = plan.memory.all_in_memory ? 0 : measured::kReadBackOfTheLargest;
    return;
  }
  const std::uint32_t part_size = plan.memory.part_size;
  if (part_size != kUndivided && tile_sizes(space, part_size).tiles > kMostTiles) {
    plan.read_back = measured::kReadBackOfManyTiles;
    return;
  }
  const std::uint64_t least = plan.memory.least_bytes;
  const SweepStart start(space, plan.table.game, {}, plan.memory.part_size);
  MemoryPlan& memory = plan.memory = budget.exact(start);
  memory.least_bytes = std::min(memory.least_bytes, least);
  if (memory.section_budget == 0) return;
  const Schedule schedule = make_schedule(start.tables(), all_layers(space), memory.section_budget);
  memory.full_bytes = std::max(memory.least_bytes, memory.overhead_bytes + schedule.full_bytes);
  memory.all_in_memory = schedule.read_back == 0;
  plan.read_back = static_cast<double>(schedule.read_back) / static_cast<double>(schedule.computed);
}

}  // namespace

// Uses one thread, however many are planned for: more threads than cores would hinder each other.
// Disturbances only add time, so the best run counts.
double calibrate() {
  return with_threads(1, [] {
    const StateSpace space(Board(3, 4));
    const SweepStart start(space);
    double best = std::numeric_limits<double>::max();
    for (int run = 0; run < kCalibrationRuns; ++run) {
      const double begin = processor_seconds();
      Sweep(start, make_schedule(start.tables(), all_layers(space), kCalibrationMemory),
            {.write = [](auto) {}})
          .run();
      best = std::min(best, processor_seconds() - begin);
    }
    return best;
  });
}

TablePlan size_table(const TableIdentity& table, std::uint64_t allowed,
                     const std::optional<KeptLayers>& keep) {
  TablePlan plan;
  plan.table = table;
  const StateSpace space(table.board, table.start);
  plan.counts = count_table(space);
  plan.two_largest_layers = two_largest(plan.counts);
  plan.available_memory = allowed > 0 ? allowed : usable_memory();
  plan.memory = MemoryBudget(space, plan.counts.total(), plan.available_memory, table.game).bound();
  const std::vector<std::uint64_t> layers = expected_layer_bytes(space.cut(), plan.counts);
  plan.disk = std::accumulate(layers.begin(), layers.end(), std::uint64_t{0});
  if (keep) plan_kept(plan, *keep, layers);
  return plan;
}

TablePlan plan_table(const TableIdentity& table, std::uint64_t allowed, int threads,
                     const std::optional<KeptLayers>& keep) {
  return with_threads(threads, [&] {
    TablePlan plan = size_table(table, allowed, keep);
    const StateSpace space(table.board, table.start);
    go_through_schedule(space, plan);
    const LayerCounts total = plan.counts.total();
    const int columns = space.cut().columns();
    const bool row = space.cut().has_box_row();
    const double nanoseconds =
        (measured::cost(columns).nanoseconds_a_value(row) +
         plan.read_back * measured::kDecodeNanoseconds) *
            static_cast<double>(total.values) +
        measured::block_nanoseconds(columns, row) * static_cast<double>(total.blocks);
    plan.slowness = calibrate() / measured::kCalibration;
    plan.seconds = measured::kStartup + 1e-9 * nanoseconds * plan.slowness / std::max(threads, 1);
    return plan;
  });
}

std::optional<TableIdentity> named_start_that_fits(const TableIdentity& table,
                                                   std::uint64_t allowed, std::uint64_t free_disk) {
  for (const EdgeSet start : {icelandic_start(table.board), swedish_start(table.board)}) {
    if (start == table.start || (table.start & ~start) != 0) continue;
    const TableIdentity smaller =
        table_identity(table.board, start, table.game, table.last_move_cost);
    if (size_table(smaller, allowed).fits(free_disk)) return smaller;
  }
  return std::nullopt;
}

}  // namespace pipo
