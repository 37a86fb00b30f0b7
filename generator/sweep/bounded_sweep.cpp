#include "generator/sweep/bounded_sweep.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <utility>

namespace pipo {
namespace {

// In memory at the same time: the step being computed, the sources of the next one being loaded,
// and the targets of the last one being written.
constexpr std::uint64_t kStepsAtOnce = 3;

// A group of tasks that is waited for even when something is thrown.
class WaitedGroup {
 public:
  WaitedGroup() = default;
  ~WaitedGroup() {
    try {
      group_.wait();
    } catch (...) {
      // Something else is being reported already.
    }
  }
  WaitedGroup(const WaitedGroup&) = delete;
  WaitedGroup& operator=(const WaitedGroup&) = delete;

  template <typename Work>
  void run(Work work) {
    group_.run(std::move(work));
  }
  void wait() { group_.wait(); }

 private:
  tbb::task_group group_;
};

}  // namespace

BoundedSweep::BoundedSweep(const SweepStart& start, std::uint64_t budget, SectionCache::Load load,
                           Poll poll)
    : space_(start.space()),
      tables_(start.tables()),
      loaded_(space_),
      budget_(budget),
      cache_(loaded_, budget, std::move(load)),
      poll_(std::move(poll)) {}

std::uint64_t BoundedSweep::least_budget(const StateSpace& space) {
  std::uint64_t largest = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    for (const SectionKey& key : space.sections(layer)) {
      largest =
          std::max(largest, std::uint64_t{space.rows(key)} * space.columns(key) + kSectionSlack);
    }
  }
  return kStepsAtOnce * 2 * largest;
}

std::vector<Step> BoundedSweep::plan(const std::vector<SectionKey>& targets) const {
  std::vector<std::vector<SectionKey>> sources(targets.size());
  tbb::parallel_for(std::size_t{0}, targets.size(),
                    [&](std::size_t i) { sources[i] = sources_of(tables_, loaded_, targets[i]); });
  return plan_steps(loaded_, targets, sources, budget_ / kStepsAtOnce);
}

void BoundedSweep::compute(int layer, const Finished& finished) {
  const std::vector<Step> steps = plan(space_.sections(layer));
  const auto values = [this](const SectionKey& key) { return cache_.data(key); };
  WaitedGroup loading;
  WaitedGroup writing;
  if (!steps.empty()) cache_.use(steps.front().sources);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (i + 1 < steps.size()) {
      loading.run([this, &next = steps[i + 1]] { cache_.use(next.sources); });
    }
    run(step);
    if (step.completes) {
      writing.wait();
      writing.run([this, &step, &finished, &values] {
        finished(step.targets, values);
        cache_.release(step.targets);
      });
    }
    loading.wait();
  }
  writing.wait();
}

void BoundedSweep::run(const Step& step) {
  if (step.state == Targets::fresh) {
    for (const SectionKey& key : step.targets) cache_.add(key);
  }
  for (const SectionKey& key : step.targets) loaded_.set(key, cache_.data(key));
  for (const SectionKey& key : step.sources) loaded_.set(key, cache_.data(key));
  compute_sections(tables_, loaded_, step.targets, step.state, poll_);
  for (const SectionKey& key : step.targets) loaded_.set(key, nullptr);
  for (const SectionKey& key : step.sources) loaded_.set(key, nullptr);
  cache_.release(step.sources);
}

}  // namespace pipo
