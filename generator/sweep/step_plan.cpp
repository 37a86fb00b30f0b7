#include "generator/sweep/step_plan.hpp"

#include <algorithm>
#include <utility>

namespace pipo {
namespace {

// The lists of a step, in the order in which they are packed.
template <typename S>
auto lists(S& step) {
  return std::array{&step.targets, &step.sources, &step.drops, &step.loads};
}

}  // namespace

void ScheduledSteps::add(const ScheduledStep& step) {
  Packed& packed = steps_.emplace_back();
  packed = {.first = tiles_.size(),
            .sizes = {},
            .state = step.state,
            .completes = step.completes,
            .loads_early = step.loads_early,
            .flush = step.flush,
            .write = step.write};
  auto size = packed.sizes.begin();
  for (const auto* const list : lists(step)) {
    *size++ = static_cast<std::uint32_t>(list->size());
    tiles_.insert(tiles_.end(), list->begin(), list->end());
  }
}

void ScheduledSteps::shrink_to_fit() {
  steps_.shrink_to_fit();
  tiles_.shrink_to_fit();
}

ScheduledStep ScheduledSteps::operator[](std::size_t number) const {
  const Packed& packed = steps_[number];
  ScheduledStep step;
  const TileNumber* from = tiles_.data() + packed.first;
  auto size = packed.sizes.begin();
  for (auto* const list : lists(step)) {
    list->assign(from, from + *size);
    from += *size++;
  }
  step.state = packed.state;
  step.completes = packed.completes;
  step.loads_early = packed.loads_early;
  step.flush = packed.flush;
  step.write = packed.write;
  return step;
}

std::uint64_t ScheduledSteps::bytes() const {
  return steps_.capacity() * sizeof(Packed) + tiles_.capacity() * sizeof(TileNumber);
}

namespace {

class StepPlanner {
 public:
  StepPlanner(const Tiling& tiles, std::uint64_t budget, std::optional<std::uint64_t> of_targets)
      : tiles_(tiles),
        budget_(budget),
        of_targets_(of_targets),
        target_of_(tiles.count()),
        listed_in_(tiles.count()) {}

  void add(TileNumber target, const std::vector<TileNumber>& sources) {
    std::uint64_t more = tiles_.bytes(target);
    for (const TileNumber source : sources) {
      if (listed_in_[source] != number_) more += tiles_.bytes(source);
    }
    const bool depends = std::ranges::any_of(
        sources, [&](TileNumber source) { return target_of_[source] == number_; });
    if (depends || enough(target) || bytes_ + more > budget_) {
      end_step();
      more = tiles_.bytes(target) + tiles_.bytes(sources);
    }
    if (more > budget_) {
      add_in_groups(target, sources);
      return;
    }
    step_.targets.push_back(target);
    target_of_[target] = number_;
    for (const TileNumber source : sources) list(source);
    bytes_ += more;
    target_bytes_ += tiles_.bytes(target);
  }

  std::vector<Step> finish() {
    end_step();
    return std::move(steps_);
  }

 private:
  // Returns whether the step ends before this target, wherever it ends.
  bool enough(TileNumber target) const {
    if (!of_targets_ || step_.targets.empty()) return false;
    const TileKey last = tiles_.key(step_.targets.back());
    const TileKey next = tiles_.key(target);
    if (!tiles_.ends_row(last)) return false;
    return target_bytes_ + tiles_.bytes(target) > *of_targets_ ||
           last.section.seam != next.section.seam || last.column_part > 0 || !tiles_.ends_row(next);
  }

  void list(TileNumber source) {
    if (std::exchange(listed_in_[source], number_) != number_) step_.sources.push_back(source);
  }

  void end_step() {
    if (!step_.targets.empty()) steps_.push_back(std::move(step_));
    step_ = {};
    ++number_;
    bytes_ = 0;
    target_bytes_ = 0;
  }

  void add_in_groups(TileNumber target, const std::vector<TileNumber>& sources) {
    Step group{.targets = {target}, .completes = false};
    std::uint64_t bytes = tiles_.bytes(target);
    for (const TileNumber source : sources) {
      if (bytes + tiles_.bytes(source) > budget_ && !group.sources.empty()) {
        steps_.push_back(std::move(group));
        group = {.targets = {target}, .state = Targets::begun, .completes = false};
        bytes = tiles_.bytes(target);
      }
      group.sources.push_back(source);
      bytes += tiles_.bytes(source);
    }
    group.completes = true;
    steps_.push_back(std::move(group));
  }

  const Tiling& tiles_;
  std::uint64_t budget_;
  std::optional<std::uint64_t> of_targets_;
  std::vector<Step> steps_;
  Step step_;
  std::uint64_t bytes_ = 0;
  std::uint64_t target_bytes_ = 0;
  std::uint32_t number_ = 1;              // number of step_, for the two below
  std::vector<std::uint32_t> target_of_;  // [tile]: the last step it was a target of
  std::vector<std::uint32_t> listed_in_;  // the same for sources
};

}  // namespace

std::vector<Step> plan_steps(const Tiling& tiles, const std::vector<TileNumber>& targets,
                             std::vector<std::vector<TileNumber>> sources, std::uint64_t budget,
                             std::optional<std::uint64_t> of_targets) {
  StepPlanner planner(tiles, budget, of_targets);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    planner.add(targets[i], std::exchange(sources[i], {}));
  }
  return planner.finish();
}

}  // namespace pipo
