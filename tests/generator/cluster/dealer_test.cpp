// Which tasks may be dealt, and to which ranks they are.
#include "generator/cluster/dealer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>

#include "generator/sweep/schedule.hpp"
#include "generator/sweep/value_memory.hpp"
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
        if (held_[rank].contains(source)) bytes += sections_.bytes(source);
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

  // Compares after every `step` tasks.
  void follow(std::uint64_t most_values, std::size_t step) {
    Candidates candidates(tasks_, memories_, kMostTasks, most_values);
    while (!candidates.all_dealt()) {
      const auto& open = candidates.open();
      ASSERT_FALSE(open.empty());
      if (dealt_.size() % step == 0) compare(open, most_values);
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
  const Tiling& sections_ = of_ranks_.tiles;
  const TaskList& tasks_ = of_ranks_.tasks;
  RankMemories& memories_ = of_ranks_.memories;
  std::vector<std::set<TileNumber>> held_{kRanks};
  std::set<std::uint32_t> dealt_;
  std::mt19937 chance_{7};
};

TEST_F(CandidatesTest, MatchTheirDefinition) {
  follow(std::uint64_t{1} << 40, 512);
}

TEST_F(CandidatesTest, StayCloseToTheEarliestTask) {
  follow(3000, 512);
}

TEST_F(CandidatesTest, LongRunMatchTheirDefinitionMoreOften) {
  follow(std::uint64_t{1} << 40, 64);
}

TEST_F(CandidatesTest, LongRunStayCloseToTheEarliestTaskMoreOften) {
  follow(3000, 64);
}

}  // namespace pipo::candidates_test

namespace pipo::dealer_test {

class DealerTest : public testing::Test {
 protected:
  enum class Who : bool { anybody, the_first_who_can };

  // With several seeds: ranks end their tasks in other orders.
  void expect_tasks_that_can_be_done(unsigned seeds);
  void expect_tasks_within_the_least_memory(unsigned seeds);
  // With several budgets, as multiples of the least budget.
  void expect_rows_of_tiles(std::initializer_list<double> parts);

  // `parts`: budgets by rank, as multiples of the least budget. `ends`: which rank ends a task
  // next.
  void follow(const Board& board, const std::vector<double>& parts, unsigned seed,
              Who ends = Who::anybody, std::uint32_t part_size = kUndivided) {
    const StateSpace space(board, 0);
    const auto least = static_cast<double>(least_budget(space, part_size));
    std::vector<std::uint64_t> budgets;
    for (const double part : parts) budgets.push_back(static_cast<std::uint64_t>(part * least));
    const test::RankTasks of_ranks(board, budgets, part_size);
    const Tiling& tiles = of_ranks.tiles;
    const TaskList& tasks = of_ranks.tasks;
    Dealer dealer(tasks, budgets);
    std::mt19937 chance(seed);
    queues_.assign(budgets.size(), {});
    memory_.assign(budgets.size(), {});
    made_.clear();
    files_.clear();
    made_by_.clear();
    rank_of_.clear();
    begun_early_.clear();
    fetched_ = fetched_early_ = continued_ = 0;
    while (true) {
      bool dealt_one = false;
      for (std::size_t rank = 0; rank < budgets.size(); ++rank) {
        if (dealer.tasks_of(static_cast<int>(rank)) >= kTasksAhead || dealer.all_dealt()) continue;
        if (auto dealt = dealer.deal(static_cast<int>(rank))) {
          expect_begun(*dealt, rank);
          queues_[rank].push_back(std::move(*dealt));
          dealt_one = true;
        }
      }
      std::vector<std::size_t> busy;
      for (std::size_t rank = 0; rank < budgets.size(); ++rank)
        if (!queues_[rank].empty()) busy.push_back(rank);
      if (busy.empty()) {
        ASSERT_FALSE(dealt_one);
        break;
      }
      const std::size_t rank = ends == Who::anybody ? busy[chance() % busy.size()] : busy.front();
      do_first(rank, tasks, budgets[rank]);
      if (HasFatalFailure()) return;
      dealer.note_done(static_cast<int>(rank));
      // Files lag behind: only tiles made a while ago can be read.
      while (written_.size() > behind_ + chance() % 20) write_one(dealer, tiles);
      if (busy.size() == 1 && dealer.all_dealt() && queues_[rank].empty()) break;
      while (!any_queued() && !dealer.all_dealt() && !written_.empty()) write_one(dealer, tiles);
    }
    EXPECT_TRUE(dealer.all_dealt());
    std::size_t wanted = 0;
    for (const RankTask& task : tasks.tasks()) wanted += task.targets.size();
    EXPECT_EQ(made_.size(), wanted);
    written_.clear();
  }

  // A rank that continues a section does not wait for a task that another rank has not begun.
  void expect_begun(const DealtTask& task, std::size_t rank) const {
    if (task.before < 0 || static_cast<std::size_t>(task.before) == rank) return;
    const auto& queue = queues_[static_cast<std::size_t>(task.before)];
    for (std::size_t i = 1; i < queue.size(); ++i) EXPECT_NE(queue[i].task, task.task - 1);
  }

  // A task's tiles of one layer come into its file.
  void write_one(Dealer& dealer, const Tiling& tiles) {
    const auto [task, layer] = written_.front();
    dealer.note_written(task, layer);
    for (const TileNumber tile : made_by_[task])
      if (tiles.key(tile).section.layer() == layer) files_.insert(tile);
    written_.pop_front();
  }

  bool any_queued() const {
    return std::ranges::any_of(queues_, [](const auto& queue) { return !queue.empty(); });
  }

  // Returns whether all of a tile's section is in its file.
  bool readable(const Tiling& tiles, TileNumber tile) const {
    return std::ranges::all_of(tiles.tiles(tiles.key(tile).section),
                               [this](TileNumber each) { return files_.contains(each); });
  }

  void do_first(std::size_t rank, const TaskList& tasks, std::uint64_t budget) {
    const Tiling& tiles = tasks.tiles();
    const DealtTask task = std::move(queues_[rank].front());
    queues_[rank].pop_front();
    rank_of_[task.task] = static_cast<int>(rank);
    const TileKey first = tiles.key(tasks.tasks()[task.task].targets.front());
    ASSERT_EQ(task.before >= 0, first.row_part > 0);
    if (task.before >= 0 && rank_of_.contains(task.task - 1)) {
      ASSERT_EQ(task.before, rank_of_.at(task.task - 1));
      ++continued_;
    }
    ASSERT_EQ(first.column_part, 0);
    std::set<int> layers;
    auto& own = memory_[rank];
    if (!begun_early_.contains(task.task)) change(rank, task.early, tiles, budget);
    // Tiles stay with their holder until the task is done.
    for (const auto& [tile, holder] : task.early.fetches)
      ASSERT_TRUE(memory_[static_cast<std::size_t>(holder)].contains(tile));
    for (const RankStep& step : task.steps) {
      change(rank, step, tiles, budget);
      for (const TileNumber source : step.sources) ASSERT_TRUE(own.contains(source));
      for (const TileNumber target : step.targets) {
        ASSERT_EQ(own.insert(target).second, step.state == Targets::fresh);
      }
      ASSERT_LE(bytes(own, tiles), budget);
      if (!step.completes) continue;
      for (const TileNumber target : step.targets) {
        ASSERT_TRUE(made_.insert(target).second);
        made_by_[task.task].push_back(target);
        layers.insert(tiles.key(target).section.layer());
      }
    }
    ASSERT_EQ(made_by_[task.task], tasks.tasks()[task.task].targets);
    for (const TileNumber tile : made_by_[task.task]) ASSERT_TRUE(own.contains(tile));  // to encode
    ASSERT_TRUE(tiles.ends_row(tiles.key(made_by_[task.task].back())));
    for (const int layer : layers) written_.emplace_back(task.task, layer);
    if (!queues_[rank].empty()) begin_early(rank, task, tiles, budget);
  }

  // The next task fetches while this one's last step and its results are still needed.
  void begin_early(std::size_t rank, const DealtTask& task, const Tiling& tiles,
                   std::uint64_t budget) {
    const DealtTask& next = queues_[rank].front();
    begun_early_.insert(next.task);
    fetched_early_ += static_cast<int>(next.early.fetches.size());
    change(rank, next.early, tiles, budget);
    for (const TileNumber tile : task.steps.back().sources)
      ASSERT_TRUE(memory_[rank].contains(tile));
    for (const TileNumber tile : made_by_[task.task]) ASSERT_TRUE(memory_[rank].contains(tile));
  }

  // Follows the drops, fetches and loads of a step.
  void change(std::size_t rank, const RankStep& step, const Tiling& tiles, std::uint64_t budget) {
    auto& own = memory_[rank];
    for (const TileNumber tile : step.drops) ASSERT_EQ(own.erase(tile), 1U);
    for (const auto& [tile, holder] : step.fetches) {
      ASSERT_NE(static_cast<std::size_t>(holder), rank);
      ASSERT_TRUE(memory_[static_cast<std::size_t>(holder)].contains(tile));
      ASSERT_TRUE(made_.contains(tile));
      ASSERT_TRUE(own.insert(tile).second);
      ++fetched_;
    }
    for (const TileNumber tile : step.loads) {
      ASSERT_TRUE(readable(tiles, tile));
      ASSERT_TRUE(made_.contains(tile));
      ASSERT_TRUE(own.insert(tile).second);
    }
    ASSERT_LE(bytes(own, tiles), budget);
  }

  static std::uint64_t bytes(const std::set<TileNumber>& held, const Tiling& tiles) {
    std::uint64_t bytes = 0;
    for (const TileNumber tile : held) bytes += tiles.bytes(tile);
    return bytes;
  }

  std::vector<std::deque<DealtTask>> queues_;  // by rank
  std::vector<std::set<TileNumber>> memory_;   // by rank, after its finished tasks
  std::set<TileNumber> made_;
  std::set<TileNumber> files_;
  std::map<std::uint32_t, std::vector<TileNumber>> made_by_;  // [task]
  std::map<std::uint32_t, int> rank_of_;                      // [task], of those that are done
  std::deque<std::pair<std::uint32_t, int>> written_;         // to files: task and layer
  std::size_t behind_ = 20;                                   // least number in written_
  std::set<std::uint32_t> begun_early_;                       // tasks
  int fetched_ = 0;
  int fetched_early_ = 0;  // of these: while the rank does the previous task
  int continued_ = 0;      // tasks that continue a section of a task that was done before
};

void DealerTest::expect_tasks_that_can_be_done(unsigned seeds) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    follow(Board(3, 3), {100, 100}, seed);
    EXPECT_GT(fetched_, 0);
    EXPECT_GT(2 * fetched_early_, fetched_);
    follow(Board(2, 4), {100, 100, 100, 100, 100}, seed);
    follow(Board(3, 3), {100}, seed);
    EXPECT_EQ(fetched_, 0);
  }
}

TEST_F(DealerTest, EveryDealtTaskCanBeDone) {
  expect_tasks_that_can_be_done(1);
}

void DealerTest::expect_tasks_within_the_least_memory(unsigned seeds) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    follow(Board(3, 3), {1, 1}, seed);
    follow(Board(2, 5), {1, 1.5, 4}, seed);
    follow(Board(3, 3), {1, 2, 3, 4, 5}, seed);
    EXPECT_GT(fetched_, 0);
  }
}

TEST_F(DealerTest, TasksFitIntoTheLeastMemory) {
  expect_tasks_within_the_least_memory(1);
}

TEST_F(DealerTest, LongRunEveryTaskCanBeDoneInOtherOrders) {
  expect_tasks_that_can_be_done(5);
  expect_tasks_within_the_least_memory(5);
}

// A slow rank keeps the sections that it fetches pinned in the memory of other ranks for a long
// time. The tasks of those ranks must fit into the rest of their memory.
TEST_F(DealerTest, SlowRanksPinMemoryOfOthers) {
  behind_ = 1000;
  for (const Board board : {Board(3, 3), Board(2, 5), Board(3, 4), Board(2, 6)}) {
    for (const std::size_t ranks : {6U, 12U}) {
      follow(board, std::vector<double>(ranks, 1), 0, Who::the_first_who_can);
      EXPECT_GT(fetched_, 0);
    }
  }
}

// A section of several rows of tiles is the work of several ranks, even if a row of tiles takes
// several steps.
void DealerTest::expect_rows_of_tiles(std::initializer_list<double> parts) {
  for (const double budget : parts) {
    follow(Board(3, 3), {budget, budget, budget}, 1, Who::anybody, 8);
    EXPECT_GT(continued_, 0);
    EXPECT_GT(fetched_, 0);
    follow(Board(2, 5), {budget, 2 * budget}, 1, Who::anybody, 16);
    EXPECT_GT(continued_, 0);
  }
}

TEST_F(DealerTest, RowsOfTilesAreTasks) {
  expect_rows_of_tiles({1.5});
}

TEST_F(DealerTest, LongRunRowsOfTilesAreTasksWithinEveryBudget) {
  expect_rows_of_tiles({1.0, 1.5, 100.0});
}

}  // namespace pipo::dealer_test
