// Steps of a schedule: how they are cut, and how they are kept.
#include "generator/sweep/step_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "generator/sweep/value_memory.hpp"
#include "probe/board/start.hpp"

namespace pipo::scheduled_steps_test {

void expect_same(const ScheduledStep& one, const ScheduledStep& other) {
  EXPECT_EQ(one.targets, other.targets);
  EXPECT_EQ(one.sources, other.sources);
  EXPECT_EQ(one.drops, other.drops);
  EXPECT_EQ(one.loads, other.loads);
  EXPECT_EQ(one.state, other.state);
  EXPECT_EQ(one.completes, other.completes);
  EXPECT_EQ(one.loads_early, other.loads_early);
  EXPECT_EQ(one.flush, other.flush);
  EXPECT_EQ(one.write, other.write);
}

// Lists of all lengths, empty ones included, and each flag alone.
TEST(ScheduledSteps, AreGivenBackAsTheyWereAdded) {
  std::vector<ScheduledStep> added(7);
  added[0].targets = {5, 3, 4'000'000'000};
  added[0].sources = {9};
  added[1].sources = {1, 2, 3, 4};
  added[1].state = Targets::begun;
  added[2].drops = {7, 8};
  added[2].completes = false;
  added[3].loads = {6, 1, 0};
  added[3].loads_early = true;
  added[4].flush = true;
  added[5].write = true;
  added[6] = added[0];
  added[6].drops = {2};
  added[6].loads = {3, 3};
  ScheduledSteps steps;
  EXPECT_TRUE(steps.empty());
  for (const ScheduledStep& step : added) steps.add(step);
  steps.shrink_to_fit();
  ASSERT_EQ(steps.size(), added.size());
  for (std::size_t i = 0; i < added.size(); ++i) expect_same(steps[i], added[i]);
  EXPECT_GE(steps.bytes(), 20 * sizeof(TileNumber));
}

}  // namespace pipo::scheduled_steps_test

namespace pipo::step_plan_test {

using Keys = std::vector<SectionKey>;

// A step with the keys of its sections.
struct KeyStep {
  Keys targets;
  Keys sources;
  Targets state;
  bool completes;
};

std::vector<KeyStep> planned(const Tiling& sections, const Keys& targets,
                             const std::vector<Keys>& sources, std::uint64_t budget) {
  std::vector<std::vector<TileNumber>> numbers;
  for (const Keys& of_target : sources) {
    auto& list = numbers.emplace_back();
    for (const SectionKey& key : of_target) list.push_back(sections.number({key}));
  }
  const auto keys = [&](const std::vector<TileNumber>& list) {
    Keys result;
    for (const TileNumber number : list) result.push_back(sections.key(number).section);
    return result;
  };
  std::vector<KeyStep> steps;
  std::vector<TileNumber> target_numbers;
  for (const SectionKey& key : targets) target_numbers.push_back(sections.number({key}));
  for (const Step& step : plan_steps(sections, target_numbers, numbers, budget)) {
    steps.push_back({keys(step.targets), keys(step.sources), step.state, step.completes});
    EXPECT_EQ(step.partial(), step.state == Targets::begun || !step.completes);
  }
  return steps;
}

// The made-up work on a layer: its sections, and for each of them some sections of later layers.
struct Work {
  Keys targets;
  std::vector<Keys> sources;
};

class Planning {
 public:
  Planning(const StateSpace& space, const Tiling& sections, const Work& work, std::uint64_t budget)
      : space_(space),
        sections_(sections),
        work_(work),
        budget_(budget),
        steps_(planned(sections, work.targets, work.sources, budget)) {}

  const std::vector<KeyStep>& steps() const { return steps_; }

  std::uint64_t bytes(const SectionKey& key) const {
    return rounded_allocation(std::size_t{space_.rows(key)} * space_.columns(key) + kTileSlack);
  }
  std::uint64_t bytes(const Keys& keys) const {
    std::uint64_t total = 0;
    for (const SectionKey& key : keys) total += bytes(key);
    return total;
  }
  std::uint64_t bytes(const KeyStep& step) const {
    return bytes(step.targets) + bytes(step.sources);
  }
  std::size_t number(const SectionKey& key) const { return sections_.number({key}); }
  std::set<std::size_t> numbers(const Keys& keys) const {
    std::set<std::size_t> numbers;
    for (const SectionKey& key : keys) numbers.insert(number(key));
    return numbers;
  }

  void expect_within_the_budget() const {
    for (const KeyStep& step : steps_) {
      ASSERT_FALSE(step.targets.empty());
      if (step.targets.size() == 1 && step.sources.size() <= 1) continue;  // cannot be smaller
      ASSERT_LE(bytes(step), budget_);
    }
  }

  // Expects the targets in order: each alone in one step or in several consecutive ones, or in one
  // step with others.
  void expect_every_target_in_order() const {
    Keys finished;
    std::optional<SectionKey> begun;
    for (const KeyStep& step : steps_) {
      if (begun) {
        ASSERT_EQ(step.targets, Keys{*begun});
        ASSERT_EQ(step.state, Targets::begun);
      } else {
        ASSERT_EQ(step.state, Targets::fresh);
      }
      begun.reset();
      if (step.completes) {
        finished.insert(finished.end(), step.targets.begin(), step.targets.end());
      } else {
        ASSERT_EQ(step.targets.size(), 1U);
        begun = step.targets.front();
      }
    }
    ASSERT_FALSE(begun.has_value());
    ASSERT_EQ(finished, work_.targets);
  }

  // Expects each source of a target in exactly one of the target's steps, and no unnecessary
  // source.
  void expect_every_source_once() const {
    std::map<std::size_t, std::map<std::size_t, int>> times;  // by target and source
    for (const KeyStep& step : steps_) {
      ASSERT_EQ(numbers(step.sources).size(), step.sources.size());
      for (const SectionKey& target : step.targets) {
        for (const SectionKey& source : step.sources) ++times[number(target)][number(source)];
      }
    }
    std::map<std::size_t, std::set<std::size_t>> wanted;
    for (std::size_t i = 0; i < work_.targets.size(); ++i) {
      wanted[number(work_.targets[i])] = numbers(work_.sources[i]);
      for (const std::size_t source : wanted[number(work_.targets[i])]) {
        ASSERT_EQ(times[number(work_.targets[i])][source], 1);
      }
    }
    for (const KeyStep& step : steps_) {
      for (const SectionKey& source : step.sources) {
        ASSERT_TRUE(
            std::any_of(step.targets.begin(), step.targets.end(), [&](const SectionKey& target) {
              return wanted[number(target)].contains(number(source));
            }));
      }
    }
  }

  // Expects that a step ends only where the next section does not fit. If it ended earlier,
  // sections would be read back for nothing.
  void expect_full_steps() const {
    for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
      const KeyStep& step = steps_[i];
      const KeyStep& next = steps_[i + 1];
      if (next.state == Targets::begun) {
        ASSERT_GT(bytes(step) + bytes(next.sources.front()), budget_);
      } else if (step.state == Targets::fresh && step.completes) {
        const std::size_t target =
            std::find(work_.targets.begin(), work_.targets.end(), next.targets.front()) -
            work_.targets.begin();
        std::set<std::size_t> sources = numbers(step.sources);
        std::uint64_t both = bytes(step) + bytes(next.targets.front());
        for (const SectionKey& source : work_.sources[target]) {
          if (sources.insert(number(source)).second) both += bytes(source);
        }
        ASSERT_GT(both, budget_);
      }
    }
  }

 private:
  const StateSpace& space_;
  const Tiling& sections_;
  const Work& work_;
  std::uint64_t budget_;
  std::vector<KeyStep> steps_;
};

class StepPlan : public testing::TestWithParam<std::pair<const char*, const char*>> {
 protected:
  StepPlan()
      : board_(Board::parse(GetParam().first)),
        space_(board_, parse_start(board_, GetParam().second)),
        sections_(space_),
        random_(static_cast<std::uint64_t>(board_.edges())) {}

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

  // Returns a random selection that keeps the order.
  Keys some_of(const Keys& keys, std::size_t most) {
    Keys some;
    std::sample(keys.begin(), keys.end(), std::back_inserter(some), below(most + 1), random_);
    return some;
  }

  // Makes up targets with few sources, many or none. Targets share some, as in a real layer.
  Work made_up(int layer) {
    Keys later;
    for (int at = layer + 1; at <= std::min(layer + 3, space_.last_layer()); ++at) {
      for (const SectionKey& key : space_.sections(at)) later.push_back(key);
    }
    const Keys pool = some_of(later, 40);
    Work work{.targets = some_of(space_.sections(layer), 20), .sources = {}};
    for (std::size_t i = 0; i < work.targets.size(); ++i) {
      work.sources.push_back(some_of(pool, 20));
    }
    return work;
  }

  // Returns budgets from one that holds no two sections to one that holds all.
  std::vector<std::uint64_t> budgets(const Work& work) {
    std::uint64_t largest = 0;
    std::uint64_t all = 0;
    const auto add = [&](const SectionKey& key) {
      largest = std::max(largest, sections_.bytes(sections_.number({key})));
      all += sections_.bytes(sections_.number({key}));
    };
    for (const SectionKey& key : work.targets) add(key);
    for (const Keys& sources : work.sources) {
      for (const SectionKey& key : sources) add(key);
    }
    return {0,           1,          largest,         2 * largest, 2 * largest + below(largest + 1),
            4 * largest, below(all), below(all) / 10, all - 1,     all};
  }

  Board board_;
  StateSpace space_;
  Tiling sections_;
  std::mt19937_64 random_;
};

TEST_P(StepPlan, FitsAndIsCompleteWithinAnyBudget) {
  int groups = 0;
  int shared = 0;
  for (int layer = space_.first_layer(); layer < space_.last_layer(); ++layer) {
    for (int round = 0; round < 3; ++round) {
      const Work work = made_up(layer);
      if (work.targets.empty()) continue;
      for (const std::uint64_t budget : budgets(work)) {
        SCOPED_TRACE("layer " + std::to_string(layer) + ", budget " + std::to_string(budget));
        const Planning planning(space_, sections_, work, budget);
        ASSERT_NO_FATAL_FAILURE(planning.expect_within_the_budget());
        ASSERT_NO_FATAL_FAILURE(planning.expect_every_target_in_order());
        ASSERT_NO_FATAL_FAILURE(planning.expect_every_source_once());
        ASSERT_NO_FATAL_FAILURE(planning.expect_full_steps());
        for (const KeyStep& step : planning.steps()) {
          groups += step.state == Targets::begun && step.sources.size() > 1;
          shared += step.targets.size() > 1;
        }
      }
    }
  }
  // Both kinds of steps were checked.
  EXPECT_GT(groups, 0);
  EXPECT_GT(shared, 0);
}

TEST_P(StepPlan, WorkThatFitsAsAWholeIsOneStep) {
  for (int layer = space_.first_layer(); layer < space_.last_layer(); ++layer) {
    const Work work = made_up(layer);
    if (work.targets.empty()) continue;
    std::map<std::size_t, std::uint64_t> all;
    for (const SectionKey& key : work.targets)
      all[sections_.number({key})] = sections_.bytes(sections_.number({key}));
    for (const Keys& sources : work.sources) {
      for (const SectionKey& key : sources)
        all[sections_.number({key})] = sections_.bytes(sections_.number({key}));
    }
    std::uint64_t bytes = 0;
    for (const auto& [number, of_section] : all) bytes += of_section;
    EXPECT_EQ(planned(sections_, work.targets, work.sources, bytes).size(), 1U) << layer;
    const std::size_t with_less = planned(sections_, work.targets, work.sources, bytes - 1).size();
    EXPECT_EQ(with_less > 1, work.targets.size() > 1 || work.sources[0].size() > 1) << layer;
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, StepPlan,
                         testing::Values(std::pair("1x7", "american"), std::pair("2x3", "american"),
                                         std::pair("2x5", "american"), std::pair("3x3", "american"),
                                         std::pair("3x4", "swedish")),
                         [](const auto& tested) {
                           return std::string("Board") + tested.param.first + tested.param.second;
                         });

TEST(StepPlanOfNothing, HasNoSteps) {
  const StateSpace space(Board(2, 2));
  EXPECT_TRUE(planned(Tiling(space), {}, {}, 1000).empty());
}

// A section comes in a later step than its sources, however much memory there is.
TEST(StepPlanOfSourcesAndTargets, KeepsThemApart) {
  const StateSpace space(Board(2, 3));
  const Tiling sections(space);
  const Keys early = space.sections(12);
  const Keys late = space.sections(11);
  ASSERT_GE(early.size(), 2U);
  ASSERT_GE(late.size(), 2U);
  const auto steps = planned(sections, {early[0], early[1], late[0], late[1]},
                             {{}, {}, {early[1]}, {early[0]}}, 1'000'000);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].targets, (Keys{early[0], early[1]}));
  EXPECT_EQ(steps[1].targets, (Keys{late[0], late[1]}));
  EXPECT_EQ(steps[1].sources, (Keys{early[1], early[0]}));
}

// The section of the full board has no sources.
TEST(StepPlanOfTheFullBoard, IsOneStepWithoutSources) {
  const StateSpace space(Board(3, 3));
  const Tiling sections(space);
  for (const std::uint64_t budget : {0, 1'000'000}) {
    const auto steps = planned(sections, space.sections(24), {{}}, budget);
    ASSERT_EQ(steps.size(), 1U);
    EXPECT_EQ(steps[0].targets, space.sections(24));
    EXPECT_TRUE(steps[0].sources.empty());
    EXPECT_EQ(steps[0].state, Targets::fresh);
    EXPECT_TRUE(steps[0].completes);
  }
}

}  // namespace pipo::step_plan_test
