#include "solve/start_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <utility>

#include "generator/half/merged_index.hpp"
#include "generator/plan/memory_budget.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/sweep/sweep.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/outer.hpp"

namespace pipo {
namespace {

// Each open edge of the seam doubles the number of sections and makes them smaller; locating them
// then takes most of the time. Halves with similar numbers of drawn edges keep both half tables
// short. On random positions of 5x5 with 16 to 20 edges drawn, the better of both ways to cut the
// middle was up to 16 times as fast as the other one (docs/lab-notebook.md).
std::pair<int, int> sweep_work(const SweepCut& one) {
  const Parts parts = one.cut.split(one.cut.start());
  return {one.cut.seam_bits() - count_bits(parts.seam),
          std::abs(count_bits(parts.lower) - count_bits(parts.upper))};
}

bool less_work(const SweepCut& a, const SweepCut& b) {
  return sweep_work(a) < sweep_work(b);
}

// The largest share of all values in memory at once, for a seam that is a row of boxes or a line.
// Measured on starts of 5x5 with 13 to 16 edges drawn (docs/lab-notebook.md). A line makes few,
// large sections, and nearly each of them has an entry that some late section reads.
constexpr double kPeakShareOfBoxRow = 0.67;
constexpr double kPeakShareOfLine = 0.9;

// The cost of a sweep: seconds of one processor until it begins and then, and the configurations of
// its halves.
struct SweepCost {
  double start = 0;
  double run = 0;
  double configurations = 0;
};

// The configurations of a half, under all states of its border, and their reactions.
struct HalfCounts {
  double configurations = 0;
  double reactions = 0;
};

HalfCounts counts_of(const HalfIndex& half) {
  HalfCounts counts;
  const int columns = half.shape().columns;
  for (BorderState border = 0; border < BorderState{1} << columns; ++border) {
    const auto size = static_cast<double>(half.size(border));
    counts.configurations += size;
    counts.reactions += size * std::exp2(columns - count_bits(border));
  }
  return counts;
}

// The time of a value besides its moves through the seam, in seconds of one processor.
constexpr double kSecondsAValue = 2.2e-9;

// Estimates are a fourth more than the fitted formula.
constexpr double kSpareTime = 1.25;

// The values of the cut with the fewest, as a share of those of any other, are more than this.
// Cuts differ only by images that are stored once; the least share on six boards was 0.37.
constexpr double kLeastShareOfValues = 0.25;

// A formula fitted to sweeps of eight boards, and a fourth more (docs/lab-notebook.md). With
// more open edges in the seam there are more moves through it, and small sections cost more per
// value.
SweepCost cost_of_sweep(const StateSpace& space, const LayerCounts& total) {
  const Cut& cut = space.cut();
  const int through = cut.seam_bits() - count_bits(cut.split(cut.start()).seam);
  const auto values = static_cast<double>(total.values);
  const auto sections = static_cast<double>(total.sections);
  double start = 1e-3 + 6.4e-10 * static_cast<double>(StateSpace::bytes(cut)) + 5.1e-7 * sections;
  double configurations = 0;
  for (const Side side : {Side::lower, Side::upper}) {
    if (side == Side::upper && space.halves_alike()) continue;
    const HalfCounts half = counts_of(space.half(side));
    start += 1e-6 * half.configurations + 6e-8 * half.reactions;
    configurations += half.configurations;
  }
  const double per_edge =
      8.4e-11 * values + 3.2e-8 * sections + 1.7e-8 * std::sqrt(values * sections);
  return {.start = kSpareTime * start,
          .run = kSpareTime * (kSecondsAValue * values + through * per_edge),
          .configurations = configurations};
}

// The cost of merging interchangeable configurations, in seconds of a processor and bytes for each
// configuration, and the largest shares of the values and of the time of the sweep that remain
// (docs/lab-notebook.md).
constexpr double kSecondsAMergedOne = 1.2e-6;
constexpr std::uint64_t kBytesAMergedOne = 40;
constexpr double kMergedShareOfValues = 0.75;
constexpr double kMergedShareOfTime = 0.8;

StateSpace space_of(SweepCut cut, const Poll& poll) {
  if (poll) poll();
  if (!cut.merge) return StateSpace(std::move(cut.cut));
  return {std::move(cut.cut),
          [&poll](const HalfShape& shape) { return std::make_shared<MergedIndex>(shape, poll); }};
}

// Processor time for scratch files: encoding, and decoding with memory for the values
// (docs/performance.md).
constexpr double kSecondsAValueWritten = 3e-9;
constexpr double kSecondsAValueRead = 3.3e-9;

// An entry of a section, and the position whose value it is.
struct RequiredEntry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  EdgeSet quiet = 0;
};

// Cuts are compared only for longer sweeps, since comparing takes some 10 ms for each of them. This
// is in seconds of one processor.
constexpr double kWorthComparing = 0.3;

// Seconds of one processor from which a sweep that exceeds the memory is refused without looking
// for the cut that takes the least memory: counting the sections of all cuts takes too long there.
constexpr double kFarTooLong = 3600;

SweepSize size_of_sweep(const SweepCut& cut, const Poll& poll) {
  if (poll) poll();
  const StateSpace space(cut.cut);
  if (poll) poll();
  const LayerCounts total = count_table(space).total();
  SweepCost cost = cost_of_sweep(space, total);
  const MemoryBudget memory(space, total, 0);
  const std::uint64_t overhead = memory.most_overhead();
  double share = space.cut().has_box_row() ? kPeakShareOfBoxRow : kPeakShareOfLine;
  const double merging = kSpareTime * kSecondsAMergedOne * cost.configurations;
  const bool merge = merging < (1 - kMergedShareOfTime) * cost.run;
  std::uint64_t merged_bytes = 0;
  if (merge) {
    cost.start += merging;
    cost.run *= kMergedShareOfTime;
    share *= kMergedShareOfValues;
    merged_bytes = kBytesAMergedOne * static_cast<std::uint64_t>(cost.configurations);
  }
  // All sections are in memory at once, each in an allocation up to an eighth larger.
  const std::uint64_t all = total.values + 2 * kTileSlack * total.sections;
  return {.values = total.values,
          .memory = overhead + merged_bytes +
                    static_cast<std::uint64_t>(share * static_cast<double>(total.values)),
          .most_memory = overhead + merged_bytes + all + all / 8,
          .to_begin = memory.most_to_begin() + merged_bytes,
          .cheap_to_begin = memory.may_begin(),
          .seconds = cost.start + cost.run,
          .cut = SweepCut{cut.image, cut.cut, merge}};
}

// Returns the sizes with all cuts that are worth considering. That is only the first one if it is
// quick, or if no cut can take at most `seconds` of one processor, or if it is far too long and no
// cut can take at most `memory` bytes.
std::vector<SweepSize> sizes_of_sweeps(const Position& start, std::uint64_t memory, double seconds,
                                       const Poll& poll) {
  const std::vector<SweepCut> cuts = sweep_cuts(start);
  std::vector<SweepSize> sizes{size_of_sweep(cuts.front(), poll)};
  if (sizes.front().seconds < kWorthComparing) return sizes;
  const double least_values = kLeastShareOfValues * static_cast<double>(sizes.front().values);
  if (kSpareTime * kSecondsAValue * least_values > seconds ||
      (sizes.front().seconds > kFarTooLong &&
       kPeakShareOfBoxRow * least_values > static_cast<double>(memory))) {
    return sizes;
  }
  for (const SweepCut& cut : std::span(cuts).subspan(1)) {
    sizes.push_back(size_of_sweep(cut, poll));
  }
  return sizes;
}

}  // namespace

std::vector<SweepCut> sweep_cuts(const Position& start) {
  const Board& board = start.board;
  std::vector<SweepCut> middle;
  std::vector<SweepCut> beside;
  for (const bool transpose : {false, true}) {
    const Board turned = transpose ? board.transposed() : board;
    if (turned.rows() < turned.columns()) continue;
    for (const bool top_bottom : {false, true}) {
      const Image image{.transpose = transpose, .top_bottom = top_bottom};
      const EdgeSet drawn = image_of_edges(board, image, start.drawn);
      if (!top_bottom) middle.push_back({image, Cut(turned, drawn)});
      if (turned.rows() % 2 == 0 || turned.rows() == 1) continue;
      beside.push_back({image, Cut(turned, drawn, {.rows_above = turned.rows() / 2})});
    }
  }
  std::ranges::stable_sort(middle, less_work);
  std::ranges::move(beside, std::back_inserter(middle));
  return middle;
}

SweepSize size_of_sweep(const Position& start, std::uint64_t memory, double seconds,
                        const Poll& poll) {
  std::vector<SweepSize> sizes = sizes_of_sweeps(start, memory, seconds, poll);
  const SweepSize least = std::ranges::min(sizes, {}, &SweepSize::memory);
  std::erase_if(sizes, [&](const SweepSize& size) { return size.memory > memory; });
  return sizes.empty() ? least : std::ranges::min(sizes, {}, &SweepSize::seconds);
}

std::uint64_t memory_to_name(const SweepSize& size, std::uint64_t allowed) {
  const bool likely_to_fit = size.memory <= allowed;
  return likely_to_fit && size.most_memory > allowed ? size.most_memory : size.memory;
}

std::uint64_t memory_to_size(const Position& start) {
  std::uint64_t most = 0;
  for (const SweepCut& cut : sweep_cuts(start)) {
    most = std::max(most, StateSpace::bytes(cut.cut));
  }
  return kProcessBytes + most;
}

std::unique_ptr<StartSweep> sweep_within(const Position& start, LastMoveCost last_move_cost,
                                         std::uint64_t memory, SweepSize& size, const Poll& poll,
                                         bool refusing) {
  const bool soon = size.to_begin <= memory && size.memory / kFarTooLarge <= memory;
  if (!soon && !(refusing && size.cheap_to_begin)) return {};
  auto sweep = std::make_unique<StartSweep>(start, last_move_cost, *size.cut, kAllInMemory, poll);
  size.memory = size.most_memory = sweep->plan().memory;
  return size.memory <= memory ? std::move(sweep) : nullptr;
}

// The cut that takes the least time, as far as its start fits into memory. Files only add to the
// time.
std::unique_ptr<StartSweep> sweep_with_scratch(const Position& start, LastMoveCost last_move_cost,
                                               std::uint64_t memory, double seconds,
                                               const Poll& poll) {
  std::vector<SweepSize> sizes = sizes_of_sweeps(start, kAllInMemory, seconds, poll);
  std::erase_if(sizes, [&](const SweepSize& size) {
    return size.to_begin > memory || size.seconds > seconds;
  });
  std::ranges::sort(sizes, {}, &SweepSize::seconds);
  for (SweepSize& size : sizes) {
    auto sweep =
        std::make_unique<StartSweep>(start, last_move_cost, *std::move(size.cut), memory, poll);
    if (sweep->plan().memory <= memory) return sweep;
  }
  return {};
}

StartSweep::StartSweep(const Position& start, LastMoveCost last_move_cost, SweepCut cut,
                       std::uint64_t memory, const Poll& poll)
    : given_(start),
      image_(cut.image),
      space_(std::make_shared<const StateSpace>(space_of(std::move(cut), poll))),
      tables_(std::make_unique<SweepStart>(
          *space_, SweptGame(TableGame::dots_and_boxes, last_move_cost), poll)) {
  // Without a limit nothing is read back, and nothing has to be written.
  std::uint64_t budget = kAllInMemory / 4;
  const bool scratch = memory != kAllInMemory;
  overhead_ = MemoryBudget(*space_, count_table(*space_).total(), memory).overhead(*tables_);
  if (scratch) {
    overhead_ += scratch_memory(*space_);
    budget = std::max(memory - std::min(memory, overhead_), least_budget(*space_));
  }
  schedule_ = make_schedule(tables_->tables(), all_layers(*space_), budget, poll);
  values_ = schedule_.computed;
  if (scratch) scratch_ = scratch_need(*space_, schedule_);
}

SweepPlan StartSweep::plan() const {
  const LayerCounts total = count_table(*space_).total();
  const SweepCost cost = cost_of_sweep(*space_, total);
  const double run = cost.run + kSecondsAValueWritten * static_cast<double>(scratch_.written) +
                     kSecondsAValueRead * static_cast<double>(schedule_.read_back);
  return {.start = given_,
          .values = values_,
          .memory = overhead_ + schedule_.peak_bytes,
          .seconds = cost.start + run / loop_threads(),
          .disk = scratch_.bytes,
          .read_back = schedule_.read_back};
}

EdgeSet StartSweep::turned(EdgeSet drawn) const {
  const Cut& cut = space_->cut();
  return merge_outer(cut.turned(), image_of_edges(given_.board, image_, drawn), cut.start());
}

Swept StartSweep::run(const std::vector<EdgeSet>& quiet, const SweepCallbacks& watch,
                      std::uint64_t most_bytes, const std::filesystem::path& scratch) {
  std::multimap<SectionKey, RequiredEntry> required;
  for (const EdgeSet drawn : quiet) {
    const MatrixCell place = space_->locate(turned(drawn));
    required.insert({place.key, {place.row, place.column, drawn}});
  }
  const LastMoveCost cost = tables_->tables().last_move_cost;
  Swept swept;
  auto table = most_bytes > 0 ? std::make_shared<SweptTable>(space_, cost) : nullptr;
  std::optional<ScratchSections> files;
  if (schedule_.read_back > 0) files.emplace(scratch, *space_, schedule_, cost);
  SweepProgress progress{space_->last_layer(), 0, values_, 0};
  const double began = steady_seconds();
  const auto take = [&](std::span<const SectionRows> finished) {
    for (const SectionRows& section : finished) {
      const auto [first, last] = required.equal_range(section.key());
      for (auto one = first; one != last; ++one) {
        const RequiredEntry& entry = one->second;
        swept.values[entry.quiet] = *section.at(entry.row, entry.column);
      }
      progress.done += section.values();
    }
    if (files) files->write(finished);
    if (table) table->add(finished);
    if (table && table->bytes() > most_bytes) table.reset();
    progress.layer = finished.back().key().layer();
    progress.seconds = steady_seconds() - began;
    if (watch.progress) watch.progress(progress);
  };
  const auto read = [&files](const SectionPart& part, std::int8_t* values) {
    files->read(part.key, values);
  };
  Sweep(*tables_, std::move(schedule_), {.write = take, .read = read}, watch.poll).run();
  swept.table = std::move(table);
  return swept;
}

}  // namespace pipo
