// The candidates, which are kept up to date step by step, always match their definition.
#include "generator/cluster/candidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/support/rank_tasks.hpp"

namespace pipo::candidates_test {

using test::RankTasks;

class CandidatesTest : public testing::Test {
 protected:
  static constexpr int kRanks = 3;
  static constexpr std::uint32_t kMostTasks = 40;

  bool counts(std::uint32_t task, std::uint64_t most_values) const {
    std::uint32_t first = 0;
    while (dealt_.contains(first)) ++first;
    std::uint64_t values = 0;
    for (std::uint32_t behind = first + 1; behind <= task; ++behind)
      values += tasks_.tasks()[behind].values;
    return !dealt_.contains(task) && task < first + kMostTasks &&
           (task == first || values <= most_values) && all_sources_dealt(task);
  }

  bool all_sources_dealt(std::uint32_t task) const {
    if (tasks_.tasks()[task].continues && !dealt_.contains(task - 1)) return false;
    for (std::uint32_t before = 0; before < task; ++before) {
      if (dealt_.contains(before)) continue;
      for (const TileNumber target : tasks_.tasks()[before].targets)
        if (std::ranges::binary_search(tasks_.users(target), task)) return false;
    }
    return true;
  }

  std::uint64_t there(std::size_t rank, std::uint32_t task) const {
    std::uint64_t bytes = 0;
    for (const Step& step : tasks_.tasks()[task].steps) {
      for (const TileNumber source : step.sources)
        if (held_[rank].contains(source)) bytes += memories_.bytes(source);
    }
    return bytes;
  }

  // Takes or drops random sections, `sections` times.
  void shuffle(Candidates& candidates, int sections) {
    for (; sections > 0; --sections) {
      const auto rank = static_cast<int>(chance_() % kRanks);
      const auto section = static_cast<TileNumber>(chance_() % sections_.count());
      auto& held = held_[static_cast<std::size_t>(rank)];
      if (held.erase(section) > 0) {
        memories_.drop(rank, section);
        candidates.note_held(rank, section);
      } else {
        held.insert(section);
        memories_.take(rank, section);
        candidates.note_held(rank, section);
      }
    }
  }

  void follow(std::uint64_t most_values) {
    Candidates candidates(tasks_, memories_, kMostTasks, most_values);
    while (!candidates.all_dealt()) {
      const auto& open = candidates.open();
      ASSERT_FALSE(open.empty());
      if (dealt_.size() % 64 == 0) compare(open, most_values);
      if (HasFatalFailure()) return;
      auto chosen = open.begin();
      std::advance(chosen, chance_() % open.size());
      const std::uint32_t task = chosen->first;
      dealt_.insert(task);
      candidates.note_dealt(task);
      shuffle(candidates, 200);
    }
    EXPECT_EQ(dealt_.size(), tasks_.tasks().size());
  }

  void compare(const std::map<std::uint32_t, Candidates::Candidate>& open,
               std::uint64_t most_values) const {
    for (std::uint32_t task = 0; task < tasks_.tasks().size(); ++task)
      ASSERT_EQ(open.contains(task), counts(task, most_values)) << task;
    for (const auto& [task, candidate] : open) {
      for (std::size_t rank = 0; rank < kRanks; ++rank)
        ASSERT_EQ(candidate.there[rank], there(rank, task)) << task << " " << rank;
      ASSERT_EQ(candidate.most, std::ranges::max(candidate.there)) << task;
    }
  }

  RankTasks of_ranks_{Board(3, 3), std::vector<std::uint64_t>(kRanks, 1 << 20), 16};
  const LoadedTiles& sections_ = of_ranks_.tiles;
  const TaskList& tasks_ = of_ranks_.tasks;
  RankMemories& memories_ = of_ranks_.memories;
  std::vector<std::set<TileNumber>> held_{kRanks};
  std::set<std::uint32_t> dealt_;
  std::mt19937 chance_{7};
};

TEST_F(CandidatesTest, MatchTheirDefinition) {
  follow(std::uint64_t{1} << 40);
}

TEST_F(CandidatesTest, StayCloseToTheEarliestTask) {
  follow(3000);
}

}  // namespace pipo::candidates_test
