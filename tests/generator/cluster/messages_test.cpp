// Messages between ranks.
#include "generator/cluster/messages.hpp"

#include <gtest/gtest.h>

#include "probe/base/error_kinds.hpp"

namespace pipo::messages_test {

TEST(Messages, EveryErrorArrivesWithItsKind) {
  for (const ErrorKind& kind : kErrorKinds) {
    const Failure read =
        read_failure(to_message({MessageKind::failed, 7}, Failure{kind.code, "why"}), "rank 2");
    EXPECT_EQ(read.code, kind.code) << kind.name;
    EXPECT_EQ(read.text, "rank 2: why");
  }
}

// Every field of a step arrives.
TEST(Messages, StepsArriveWhole) {
  DealtTask task{.task = 3, .before = 2};
  task.early = {{{1}, {2, 3}, Targets::begun, false}, {4}, {5, 6}, {{7, 1}}};
  task.steps = {task.early, {{{8}}, {9}}};
  const DealtTask read = content_of<DealtTask>(to_message({MessageKind::task, 7}, task));
  ASSERT_EQ(read.steps.size(), 2U);
  for (const RankStep& step : {read.early, read.steps[0]}) {
    const auto& [targets, sources, state, completes] = static_cast<const Step&>(step);
    EXPECT_EQ(targets, task.early.targets);
    EXPECT_EQ(sources, task.early.sources);
    EXPECT_EQ(state, Targets::begun);
    EXPECT_FALSE(completes);
    EXPECT_EQ(step.drops, task.early.drops);
    EXPECT_EQ(step.loads, task.early.loads);
    ASSERT_EQ(step.fetches.size(), 1U);
    EXPECT_EQ(step.fetches[0].tile, 7U);
    EXPECT_EQ(step.fetches[0].holder, 1);
  }
  EXPECT_EQ(read.steps[1].targets, task.steps[1].targets);
  EXPECT_EQ(read.steps[1].drops, task.steps[1].drops);
  EXPECT_TRUE(read.steps[1].completes);
}

}  // namespace pipo::messages_test
