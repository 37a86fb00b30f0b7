// Rank 0's record of the ranks' memories.
#include "generator/cluster/rank_memories.hpp"

#include <gtest/gtest.h>

namespace pipo::rank_memories_test {

class RankMemoriesTest : public testing::Test {
 protected:
  RankMemoriesTest()
      : space_(Board(3, 3), 0), sections_(space_), memories_(sections_, {kBudget, kBudget}) {}

  static constexpr std::uint64_t kBudget = std::uint64_t{1} << 20;

  StateSpace space_;
  Tiling sections_;
  RankMemories memories_;
};

TEST_F(RankMemoriesTest, OthersCanFetchResultsOnceTheTaskHasEnded) {
  memories_.begin_task(0);
  memories_.take(0, 5);
  EXPECT_TRUE(memories_.holds(0, 5));
  EXPECT_FALSE(memories_.holds(1, 5));
  EXPECT_FALSE(memories_.holder_of(5, 1));
  memories_.end_task(0);
  EXPECT_EQ(memories_.holder_of(5, 1), 0);
  EXPECT_FALSE(memories_.holder_of(5, 0));
  memories_.drop(0, 5);
  EXPECT_FALSE(memories_.holds(0, 5));
  EXPECT_FALSE(memories_.holder_of(5, 1));
}

TEST_F(RankMemoriesTest, FetchedSectionsArePinnedUntilTheTaskHasEnded) {
  memories_.begin_task(0);
  memories_.take(0, 5);
  memories_.end_task(0);
  const std::uint64_t rest = kBudget - memories_.bytes(5);
  memories_.begin_task(1);
  memories_.pin(1, 0, 5);
  memories_.begin_task(1);
  memories_.pin(1, 0, 5);
  EXPECT_TRUE(memories_.pinned(0, 5));
  EXPECT_TRUE(memories_.can_have(0, rest));
  EXPECT_FALSE(memories_.can_have(0, rest + 1));
  memories_.end_task(1);
  EXPECT_TRUE(memories_.pinned(0, 5));
  EXPECT_FALSE(memories_.can_have(0, rest + 1));
  memories_.end_task(1);
  EXPECT_FALSE(memories_.pinned(0, 5));
  EXPECT_TRUE(memories_.can_have(0, kBudget));
}

TEST_F(RankMemoriesTest, BytesAreThoseOfTheHeldSections) {
  memories_.begin_task(0);
  std::uint64_t bytes = 0;
  for (const TileNumber section : {3U, 4U, 5U, 6U}) {
    memories_.take(0, section);
    bytes += memories_.bytes(section);
  }
  EXPECT_EQ(memories_.missing_room(0, kBudget - bytes), 0U);
  EXPECT_EQ(memories_.missing_room(0, kBudget - bytes + 7), 7U);
  memories_.drop(0, 4);
  EXPECT_EQ(memories_.holders(4), 0);
  EXPECT_EQ(memories_.holders(5), 1);
  EXPECT_EQ(memories_.missing_room(0, kBudget - bytes + memories_.bytes(4)), 0U);
  EXPECT_EQ(memories_.peak_bytes(0), bytes);
}

}  // namespace pipo::rank_memories_test
