#include "generator/sweep/step_plan.hpp"

#include <unordered_set>

namespace pipo {
namespace {

class StepPlanner {
 public:
  StepPlanner(const LoadedSections& sections, std::uint64_t budget)
      : sections_(sections), budget_(budget) {}

  void add(const SectionKey& target, const std::vector<SectionKey>& sources) {
    std::uint64_t more = sections_.bytes(target);
    for (const SectionKey& source : sources) {
      if (!listed_.contains(sections_.index(source))) more += sections_.bytes(source);
    }
    if (bytes_ + more > budget_) {
      end_step();
      more = sections_.bytes(target);
      for (const SectionKey& source : sources) more += sections_.bytes(source);
    }
    if (more > budget_) {
      add_in_groups(target, sources);
      return;
    }
    step_.targets.push_back(target);
    for (const SectionKey& source : sources) list(source);
    bytes_ += more;
  }

  std::vector<Step> finish() {
    end_step();
    return std::move(steps_);
  }

 private:
  void list(const SectionKey& source) {
    if (listed_.insert(sections_.index(source)).second) step_.sources.push_back(source);
  }

  void end_step() {
    if (!step_.targets.empty()) steps_.push_back(std::move(step_));
    step_ = {};
    listed_.clear();
    bytes_ = 0;
  }

  void add_in_groups(const SectionKey& target, const std::vector<SectionKey>& sources) {
    Step group{.targets = {target}, .completes = false};
    std::uint64_t bytes = sections_.bytes(target);
    for (const SectionKey& source : sources) {
      if (bytes + sections_.bytes(source) > budget_ && !group.sources.empty()) {
        steps_.push_back(std::move(group));
        group = {.targets = {target}, .state = Targets::begun, .completes = false};
        bytes = sections_.bytes(target);
      }
      group.sources.push_back(source);
      bytes += sections_.bytes(source);
    }
    group.completes = true;
    steps_.push_back(std::move(group));
  }

  const LoadedSections& sections_;
  std::uint64_t budget_;
  std::vector<Step> steps_;
  Step step_;
  std::uint64_t bytes_ = 0;
  std::unordered_set<std::size_t> listed_;  // sources of step_
};

}  // namespace

std::vector<Step> plan_steps(const LoadedSections& sections, const std::vector<SectionKey>& targets,
                             const std::vector<std::vector<SectionKey>>& sources,
                             std::uint64_t budget) {
  StepPlanner planner(sections, budget);
  for (std::size_t i = 0; i < targets.size(); ++i) planner.add(targets[i], sources[i]);
  return planner.finish();
}

}  // namespace pipo
