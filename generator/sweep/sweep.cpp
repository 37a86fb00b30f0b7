#include "generator/sweep/sweep.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <new>
#include <utility>

namespace pipo {
namespace {

// A disk far away answers late and many questions at a time: loads are announced so many steps
// ahead.
constexpr std::size_t kStepsAhead = 2;

}  // namespace

// Work that is waited for even when something is thrown.
class Sweep::Background {
 public:
  Background() = default;
  ~Background() {
    try {
      group_.wait();
    } catch (...) {
      // Something else is being reported already.
    }
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  template <typename Work>
  void run(Work work) {
    group_.run(std::move(work));
  }
  void wait() { group_.wait(); }

 private:
  tbb::task_group group_;
};

Sweep::Sweep(const SweepStart& start, Schedule schedule, SweepFiles files, Poll poll)
    : tables_(start.tables()),
      schedule_(std::move(schedule)),
      files_(std::move(files)),
      poll_(std::move(poll)),
      loaded_(tables_.space),
      part_(tables_.space),
      pool_(schedule_.peak_bytes),
      memory_(loaded_.count()) {}

void Sweep::run() {
  Background writing;
  {
    Background loading;
    try {
      run(loading, writing);
    } catch (...) {
      writing.wait();  // what failed there came first, and the rest may follow from it
      // What is finished so far may complete a layer.
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

void Sweep::run(Background& loading, Background& writing) {
  const auto& steps = schedule_.steps;
  for (std::size_t i = 0; i < kStepsAhead; ++i) expect_loads(i);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ScheduledStep& step = steps[i];
    expect_loads(i + kStepsAhead);
    make_ready(step, writing);
    const bool early = i + 1 < steps.size() && steps[i + 1].loads_early;
    if (early && !steps[i + 1].loads.empty()) {
      take(steps[i + 1].loads);
      loading.run([this, &next = steps[i + 1]] { load(next.loads); });
    }
    compute(step);
    loading.wait();
    if (early) set_loaded(steps[i + 1].loads);
    if (!step.completes) continue;
    for (const SectionNumber target : step.targets) to_write_.push_back(loaded_.key(target));
    if (!step.write) continue;
    writing.wait();
    begin_writing(writing);
  }
  writing.wait();
}

void Sweep::expect_loads(std::size_t step) const {
  if (!files_.expect || step >= schedule_.steps.size()) return;
  for (const SectionNumber section : schedule_.steps[step].loads) {
    files_.expect(loaded_.key(section));
  }
}

void Sweep::make_ready(const ScheduledStep& step, Background& writing) {
  if (step.flush) {
    writing.wait();
    begin_writing(writing);
    writing.wait();
  }
  for (const SectionNumber section : step.drops) {
    loaded_.set(loaded_.key(section), nullptr);
    pool_.give_back(std::exchange(memory_[section], {}));
  }
  if (!step.loads_early && !step.loads.empty()) {
    take(step.loads);
    load(step.loads);
    set_loaded(step.loads);
  }
  if (step.state == Targets::begun) return;
  take(step.targets);
  set_loaded(step.targets);
}

void Sweep::take(const std::vector<SectionNumber>& sections) {
  for (const SectionNumber section : sections)
    memory_[section] = pool_.take(loaded_.bytes(section));
}

void Sweep::load(const std::vector<SectionNumber>& sections) const {
  tbb::parallel_for(std::size_t{0}, sections.size(), [&](std::size_t i) {
    files_.read(loaded_.key(sections[i]), memory_[sections[i]].data());
  });
}

void Sweep::set_loaded(const std::vector<SectionNumber>& sections) {
  for (const SectionNumber section : sections) {
    loaded_.set(loaded_.key(section), memory_[section].data());
  }
}

// A part of a step sees its own sources only: the others' moves have been or will be made.
void Sweep::compute(const ScheduledStep& step) {
  std::vector<SectionKey> targets;
  for (const SectionNumber target : step.targets) targets.push_back(loaded_.key(target));
  if (!step.partial()) {
    compute_sections(tables_, loaded_, targets, step.state, poll_);
    return;
  }
  const auto set = [&](const std::vector<SectionNumber>& sections, bool seen) {
    for (const SectionNumber section : sections) {
      part_.set(part_.key(section), seen ? memory_[section].data() : nullptr);
    }
  };
  set(step.targets, true);
  set(step.sources, true);
  compute_sections(tables_, part_, targets, step.state, poll_);
  set(step.targets, false);
  set(step.sources, false);
}

void Sweep::begin_writing(Background& writing) {
  on_the_way_ = std::exchange(to_write_, {});
  if (on_the_way_.empty() || writing_failed_) return;
  writing.run([this] {
    try {
      files_.write(on_the_way_, [this](const SectionKey& key) { return loaded_.data(key); });
    } catch (...) {
      writing_failed_ = true;
      throw;
    }
  });
}

}  // namespace pipo
