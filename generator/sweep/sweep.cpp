#include "generator/sweep/sweep.hpp"

#include <utility>

#include "probe/base/narrow.hpp"

namespace pipo {

TileStore::TileStore(const SweepTables& tables, std::uint64_t limit)
    : tables_(tables),
      loaded_(tables_.space, tables_.part_size()),
      part_(loaded_.shared_tiling()),
      pool_(limit),
      memory_(tiling().count()) {}

void TileStore::allocate(const std::vector<TileNumber>& tiles) {
  for (const TileNumber tile : tiles)
    memory_[tile] = pool_.take(narrow<std::size_t>(tiling().bytes(tile)));
}

void TileStore::load(const std::vector<TileNumber>& tiles, const ReadPart& read) {
  parallel_loop(std::size_t{0}, tiles.size(), [&](std::size_t i) {
    read(tiling().part(loaded_.key(tiles[i])), memory_[tiles[i]].data());
  });
}

void TileStore::show(const std::vector<TileNumber>& tiles) {
  for (const TileNumber tile : tiles) loaded_.set(tile, memory_[tile].data());
}

void TileStore::release(const std::vector<TileNumber>& tiles) {
  for (const TileNumber tile : tiles) {
    loaded_.set(tile, nullptr);
    pool_.give_back(std::exchange(memory_[tile], {}));
  }
}

// A partial step sees only its own sources; moves from other sources belong to the other steps.
void TileStore::compute(const Step& step, const Poll& poll) {
  if (!step.partial()) {
    compute_tiles(tables_, loaded_, step.targets, step.state, poll);
    if (tables_.game == TableGame::nimstring) finish_tiles(tables_, loaded_, step.targets, poll);
    return;
  }
  const auto set = [&](const std::vector<TileNumber>& tiles, bool seen) {
    for (const TileNumber tile : tiles) part_.set(tile, seen ? memory_[tile].data() : nullptr);
  };
  set(step.targets, true);
  set(step.sources, true);
  if (tables_.game == TableGame::nimstring) {  // a partial step has one target
    in_steps_.compute(tables_, part_, step.targets.front(), step.state, poll);
    if (step.completes) in_steps_.finish(tables_, part_, step.targets.front());
  } else {
    compute_tiles(tables_, part_, step.targets, step.state, poll);
  }
  set(step.targets, false);
  set(step.sources, false);
}

std::vector<SectionRows> TileStore::rows(const std::vector<TileNumber>& tiles) const {
  std::vector<SectionRows> rows;
  std::vector<const std::int8_t*> of_row;
  for (const TileNumber tile : tiles) {
    const TileKey key = loaded_.key(tile);
    of_row.push_back(loaded_.data(tile));
    if (!tiling().ends_row(key)) continue;
    SectionPart part = tiling().part({key.section, key.row_part, 0});
    part.columns = tables_.space.columns(key.section);
    rows.emplace_back(part, tiling().part_size(), std::exchange(of_row, {}));
  }
  return rows;
}

namespace {

// Loads are announced this many steps ahead: a remote disk has a high latency, but serves many
// requests at a time.
constexpr std::size_t kStepsAhead = 2;

}  // namespace

Sweep::Sweep(const SweepStart& start, Schedule schedule, SweepFiles files, Poll poll)
    : schedule_(std::move(schedule)),
      files_(std::move(files)),
      poll_(std::move(poll)),
      store_(start.tables(), schedule_.peak_bytes) {}

void Sweep::run() {
  call_in_parallel([this] {
    TaskGroup writing;
    try {
      run_steps(writing);
    } catch (...) {
      writing.wait();  // a failure there came first, and the rest may follow from it
      // The finished rows may complete a layer.
      try {
        begin_writing(writing);
        writing.wait();
      } catch (...) {
        // The first failure is the one to report.
      }
      throw;
    }
  });
}

void Sweep::run_steps(TaskGroup& writing) {
  TaskGroup loading;
  const ScheduledSteps& steps = schedule_.steps;
  for (std::size_t i = 0; i < kStepsAhead; ++i) prefetch_loads(i);
  if (!steps.empty()) next_ = steps[0];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ScheduledStep step =
        std::exchange(next_, i + 1 < steps.size() ? steps[i + 1] : ScheduledStep());
    prefetch_loads(i + kStepsAhead);
    make_ready(step, writing);
    if (next_.loads_early && !next_.loads.empty()) {
      store_.allocate(next_.loads);
      loading.run([this] { store_.load(next_.loads, files_.read); });
    }
    store_.compute(step, poll_);
    loading.wait();
    if (next_.loads_early) store_.show(next_.loads);
    if (!step.completes) continue;
    to_write_.insert(to_write_.end(), step.targets.begin(), step.targets.end());
    if (!step.write) continue;
    writing.wait();
    begin_writing(writing);
  }
  writing.wait();
}

void Sweep::prefetch_loads(std::size_t step) const {
  if (!files_.prefetch || step >= schedule_.steps.size()) return;
  const ScheduledStep expected = schedule_.steps[step];
  for (const TileNumber tile : expected.loads) {
    files_.prefetch(store_.tiling().part(store_.tiling().key(tile)));
  }
}

void Sweep::make_ready(const ScheduledStep& step, TaskGroup& writing) {
  if (step.flush) {
    writing.wait();
    begin_writing(writing);
    writing.wait();
  }
  store_.release(step.drops);
  if (!step.loads_early && !step.loads.empty()) {
    store_.allocate(step.loads);
    store_.load(step.loads, files_.read);
    store_.show(step.loads);
  }
  if (step.state == Targets::begun) return;
  store_.allocate(step.targets);
  store_.show(step.targets);
}

void Sweep::begin_writing(TaskGroup& writing) {
  const auto end =
      to_write_.begin() + static_cast<std::ptrdiff_t>(store_.tiling().in_whole_rows(to_write_));
  on_the_way_ = store_.rows({to_write_.begin(), end});
  to_write_.erase(to_write_.begin(), end);
  if (on_the_way_.empty() || writing_failed_) return;
  writing.run([this] {
    try {
      files_.write(on_the_way_);
    } catch (...) {
      writing_failed_ = true;
      throw;
    }
  });
}

}  // namespace pipo
