#include "generator/sweep/scheduled_steps.hpp"

#include <gtest/gtest.h>

#include <vector>

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
