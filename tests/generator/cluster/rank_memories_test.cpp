// Rank 0's record of the ranks' memories. A rank evicts the section that is needed latest.
#include "generator/cluster/rank_memories.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>

#include "tests/support/rank_tasks.hpp"

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
  const std::uint64_t rest = kBudget - sections_.bytes(5);
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
    bytes += sections_.bytes(section);
  }
  EXPECT_EQ(memories_.missing_room(0, kBudget - bytes), 0U);
  EXPECT_EQ(memories_.missing_room(0, kBudget - bytes + 7), 7U);
  memories_.drop(0, 4);
  EXPECT_EQ(memories_.holders(4), 0);
  EXPECT_EQ(memories_.holders(5), 1);
  EXPECT_EQ(memories_.missing_room(0, kBudget - bytes + sections_.bytes(4)), 0U);
  EXPECT_EQ(memories_.peak_bytes(0), bytes);
}

}  // namespace pipo::rank_memories_test

namespace pipo::held_by_use_test {

using test::RankTasks;

class HeldByUseTest : public testing::Test {
 protected:
  static constexpr int kRanks = 3;

  std::optional<std::uint32_t> next_use(TileNumber section) const {
    for (const std::uint32_t user : tasks_.users(section))
      if (user >= next_task_) return user;
    return std::nullopt;
  }

  void take(int rank, TileNumber section) {
    held_[static_cast<std::size_t>(rank)].insert(section);
    memories_.take(rank, section);
    by_use_.note_held(rank, section);
  }

  void drop(int rank, TileNumber section) {
    held_[static_cast<std::size_t>(rank)].erase(section);
    memories_.drop(rank, section);
    by_use_.note_held(rank, section);
  }

  // Returns how far away the next uses of a rank's sections are. A section that another rank holds
  // as well counts as three times as far away. Leaves out sections that no task needs.
  std::multiset<std::uint64_t> latenesses(int rank) const {
    std::multiset<std::uint64_t> all;
    for (const TileNumber section : held_[static_cast<std::size_t>(rank)])
      if (next_use(section)) all.insert(lateness(section));
    return all;
  }

  std::uint64_t lateness(TileNumber section) const {
    const std::uint64_t behind = *next_use(section) - next_task_;
    return memories_.holders(section) > 1 ? 3 * behind : behind;
  }

  RankTasks of_ranks_{Board(3, 3), std::vector<std::uint64_t>(kRanks, 1 << 20)};
  const Tiling& sections_ = of_ranks_.tiles;
  const TaskList& tasks_ = of_ranks_.tasks;
  RankMemories& memories_ = of_ranks_.memories;
  HeldByUse by_use_{tasks_, memories_, {}};
  std::vector<std::set<TileNumber>> held_{kRanks};
  std::uint32_t next_task_ = 0;
  std::mt19937 chance_{11};
};

TEST_F(HeldByUseTest, TheSectionNeededLatestIsEvictedFirst) {
  for (; next_task_ < tasks_.tasks().size(); by_use_.note_dealt(next_task_++)) {
    for (int i = 0; i < 40; ++i) {
      const auto rank = static_cast<int>(chance_() % kRanks);
      const auto section = static_cast<TileNumber>(chance_() % sections_.count());
      if (held_[static_cast<std::size_t>(rank)].contains(section)) {
        drop(rank, section);
      } else {
        take(rank, section);
      }
    }
    const auto rank = static_cast<int>(chance_() % kRanks);
    auto all = latenesses(rank);
    const auto may_go = [](TileNumber section) { return section % 5 != 0; };
    for (const TileNumber section : held_[static_cast<std::size_t>(rank)])
      if (!may_go(section) && next_use(section)) all.erase(all.find(lateness(section)));
    const auto going = by_use_.needed_latest(rank, next_task_, 3000, may_go);
    std::uint64_t bytes = 0;
    auto latest = all.rbegin();
    for (const TileNumber section : going) {
      ASSERT_LT(bytes, 3000U);
      ASSERT_TRUE(may_go(section));
      ASSERT_NE(latest, all.rend());
      EXPECT_EQ(lateness(section), *latest++);
      bytes += sections_.bytes(section);
    }
    EXPECT_TRUE(bytes >= 3000 || latest == all.rend());
    for (const TileNumber section : going) drop(rank, section);
  }
}

TEST_F(HeldByUseTest, SectionsThatNoTaskNeedsAreListed) {
  for (TileNumber section = 0; section < sections_.count(); ++section)
    take(static_cast<int>(section) % kRanks, section);
  const auto last = static_cast<std::uint32_t>(tasks_.tasks().size());
  while (next_task_ < last) {
    by_use_.note_dealt(next_task_++);
    if (next_task_ % 16 != 0 && next_task_ < last) continue;
    for (int rank = 0; rank < kRanks; ++rank) {
      std::set<TileNumber> wanted_no_more;
      for (const TileNumber section : held_[static_cast<std::size_t>(rank)])
        if (!next_use(section)) wanted_no_more.insert(section);
      const auto& listed = by_use_.unneeded(rank);
      EXPECT_EQ(std::set<TileNumber>(listed.begin(), listed.end()), wanted_no_more);
    }
  }
}

// With fewer places and looks than tasks and sections, the order is not exact. Still, a request for
// everything returns each section that may be evicted, once.
TEST_F(HeldByUseTest, LargeRequestsReturnEverySectionOnce) {
  HeldByUse by_use(tasks_, memories_, {.places = 16, .looks = 4});
  const auto take_all = [&](int rank) {
    for (TileNumber section = 0; section < sections_.count(); ++section) {
      if (memories_.holds(rank, section)) continue;
      memories_.take(rank, section);
      by_use.note_held(rank, section);
    }
  };
  for (; next_task_ < tasks_.tasks().size(); by_use.note_dealt(next_task_++)) {
    if (next_task_ % 64 != 0) continue;
    const auto rank = static_cast<int>(chance_() % kRanks);
    take_all(rank);
    const auto may_go = [](TileNumber section) { return section % 5 != 0; };
    std::set<TileNumber> wanted;
    for (TileNumber section = 0; section < sections_.count(); ++section)
      if (may_go(section) && next_use(section)) wanted.insert(section);
    const auto few = by_use.needed_latest(rank, next_task_, 1, may_go);
    ASSERT_EQ(few.size(), std::min<std::size_t>(1, wanted.size()));
    auto going = by_use.needed_latest(rank, next_task_, std::uint64_t{1} << 40, may_go);
    going.insert(going.end(), few.begin(), few.end());
    EXPECT_EQ(std::set<TileNumber>(going.begin(), going.end()), wanted);
    EXPECT_EQ(going.size(), wanted.size());
    for (const TileNumber section : going) {
      memories_.drop(rank, section);
      by_use.note_held(rank, section);
    }
  }
}

}  // namespace pipo::held_by_use_test
