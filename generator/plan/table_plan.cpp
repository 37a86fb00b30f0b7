#include "generator/plan/table_plan.hpp"

#include <algorithm>
#include <ctime>
#include <numeric>

#include "generator/plan/disk_plan.hpp"
#include "generator/plan/machine.hpp"
#include "generator/plan/measured.hpp"
#include "generator/plan/require_square.hpp"
#include "generator/sweep/sweep.hpp"
#include "probe/space/diagonal.hpp"

namespace pipo {
namespace {

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::uint64_t two_largest(const TableCounts& counts) {
  std::uint64_t largest = 0;
  std::uint64_t second = 0;
  for (const LayerCounts& layer : counts.layers) {
    second = std::max(second, std::min(largest, layer.values));
    largest = std::max(largest, layer.values);
  }
  return largest + second;
}

// Between the two nearest measurements, on a straight line.
double expected_read_back(double part) {
  const auto& measured = measured::kReadBack;
  part = std::clamp(part, 0.0, 1.0);
  const auto above =
      std::find_if(measured.begin() + 1, measured.end(),
                   [&](const measured::ReadBack& point) { return point.part >= part; });
  const auto below = above - 1;
  const double way = (part - below->part) / (above->part - below->part);
  return below->times + way * (above->times - below->times);
}

std::uint64_t expected_disk(const Cut& cut, const TableCounts& counts, Thinning thinning) {
  const std::vector<std::uint64_t> layers = expected_layer_bytes(cut, counts, thinning);
  return std::accumulate(layers.begin(), layers.end(), std::uint64_t{0});
}

const measured::Cost& cost_of(const Cut& cut) {
  return measured::cost(cut.columns());
}

}  // namespace

double calibrate() {
  const double begin = processor_seconds();
  const StateSpace space(Board(3, 4));
  const SweepStart start(space);
  Sweep sweep(start);
  for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) sweep.compute(layer);
  return processor_seconds() - begin;
}

TablePlan size_table(const TableIdentity& table, std::uint64_t allowed, bool square) {
  TablePlan plan;
  plan.table = table;
  plan.square = square;
  const StateSpace space(table.board, table.start);
  const bool can_be_square = Diagonal::of(space.cut()).has_value();
  if (square) require_square(table);
  plan.counts = count_table(space);
  plan.two_largest_layers = two_largest(plan.counts);
  plan.available_memory = allowed > 0 ? allowed : usable_memory();
  plan.memory = plan_memory(space, plan.available_memory);

  const LayerCounts total = plan.counts.total();
  plan.disk = expected_disk(space.cut(), plan.counts, Thinning::triangles);
  if (can_be_square && (square || plan.memory.all_in_memory)) {
    plan.square_disk = expected_disk(space.cut(), plan.counts, Thinning::square);
  }
  if (!square && !plan.memory.all_in_memory) {
    plan.read_back = expected_read_back(static_cast<double>(plan.memory.section_budget) /
                                        static_cast<double>(total.values));
  }
  return plan;
}

TablePlan plan_table(const TableIdentity& table, std::uint64_t allowed, int threads, bool square) {
  TablePlan plan = size_table(table, allowed, square);
  const Cut cut(table.board, table.start);
  const LayerCounts total = plan.counts.total();
  const double nanoseconds = (cost_of(cut).nanoseconds_a_value(cut.has_box_row()) +
                              plan.read_back * measured::kDecodeNanoseconds) *
                                 static_cast<double>(total.values) +
                             measured::kBlockNanoseconds * static_cast<double>(total.blocks);
  plan.seconds = measured::kStartup +
                 1e-9 * nanoseconds * calibrate() / measured::kCalibration / std::max(threads, 1);
  return plan;
}

}  // namespace pipo
