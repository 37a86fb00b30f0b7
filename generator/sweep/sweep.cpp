#include "generator/sweep/sweep.hpp"

#include <utility>

namespace pipo {
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
  call_in_parallel([this] { run_steps(); });
}

void Sweep::run_steps() {
  TaskGroup writing;
  {
    TaskGroup loading;
    try {
      run(loading, writing);
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
  }
}

void Sweep::run(TaskGroup& loading, TaskGroup& writing) {
  const ScheduledSteps& steps = schedule_.steps;
  for (std::size_t i = 0; i < kStepsAhead; ++i) expect_loads(i);
  if (!steps.empty()) next_ = steps[0];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ScheduledStep step =
        std::exchange(next_, i + 1 < steps.size() ? steps[i + 1] : ScheduledStep());
    expect_loads(i + kStepsAhead);
    make_ready(step, writing);
    if (next_.loads_early && !next_.loads.empty()) {
      store_.take(next_.loads);
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

void Sweep::expect_loads(std::size_t step) const {
  if (!files_.expect || step >= schedule_.steps.size()) return;
  const ScheduledStep expected = schedule_.steps[step];
  for (const TileNumber tile : expected.loads) {
    files_.expect(store_.tiling().part(store_.tiling().key(tile)));
  }
}

void Sweep::make_ready(const ScheduledStep& step, TaskGroup& writing) {
  if (step.flush) {
    writing.wait();
    begin_writing(writing);
    writing.wait();
  }
  store_.drop(step.drops);
  if (!step.loads_early && !step.loads.empty()) {
    store_.take(step.loads);
    store_.load(step.loads, files_.read);
    store_.show(step.loads);
  }
  if (step.state == Targets::begun) return;
  store_.take(step.targets);
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
