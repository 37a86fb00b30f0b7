// Follows schedules step by step: within any budget, every tile is in memory when it is needed, and
// none is lost.
#include "generator/sweep/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tiling.hpp"
#include "generator/sweep/value_memory.hpp"
#include "pipopipette/error.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::schedule_test {

using Numbers = std::set<TileNumber>;

struct Case {
  const char* board;
  const char* start;
};

std::ostream& operator<<(std::ostream& out, const Case& table) {
  return out << table.board << " " << table.start;
}

// Follows a schedule as the sweep does.
class Follower {
 public:
  Follower(const SweepStart& start, const std::vector<bool>& made, const Schedule& schedule)
      : space_(start.space()),
        tiles_(space_, start.part_size()),
        finder_(start.tables(), tiles_),
        made_(made),
        schedule_(schedule) {}

  void follow() {
    const ScheduledSteps& steps = schedule_.steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      begin(steps[i]);
      if (i + 1 < steps.size() && steps[i + 1].loads_early) load(steps[i + 1].loads);
      compute(steps[i]);
    }
    write_all();
    EXPECT_EQ(read_back_, schedule_.read_back);
    EXPECT_LE(peak_, schedule_.peak_bytes);
    std::size_t wanted = 0;
    for (int layer = space_.first_layer(); layer <= space_.last_layer(); ++layer) {
      if (!made_[static_cast<std::size_t>(layer)]) continue;
      for (const SectionKey& key : space_.sections(layer)) wanted += tiles_.tiles(key).size();
    }
    EXPECT_EQ(computed_, wanted);
    EXPECT_EQ(written_.size(), wanted);
  }

 private:
  bool made(TileNumber tile) const {
    return made_[static_cast<std::size_t>(tiles_.key(tile).section.layer())];
  }

  void begin(const ScheduledStep& step) {
    if (step.flush) write_all();
    for (const TileNumber tile : step.drops) {
      ASSERT_EQ(there_.erase(tile), 1U);
      ASSERT_TRUE(!made(tile) || written_.contains(tile)) << "dropped before it was written";
      bytes_ -= tiles_.bytes(tile);
    }
    if (!step.loads_early) load(step.loads);
    if (step.state == Targets::fresh) {
      for (const TileNumber target : step.targets) take(target);
    }
  }

  void load(const std::vector<TileNumber>& tiles) {
    for (const TileNumber tile : tiles) {
      for (const TileNumber of_section : tiles_.tiles(tiles_.key(tile).section)) {
        ASSERT_TRUE(!made(tile) || written_.contains(of_section)) << "not all in its file";
      }
      take(tile);
      read_back_ += tiles_.values(tile);
    }
  }

  void take(TileNumber tile) {
    ASSERT_TRUE(there_.insert(tile).second);
    bytes_ += tiles_.bytes(tile);
    peak_ = std::max(peak_, bytes_);
  }

  void compute(const ScheduledStep& step) {
    Numbers targets(step.targets.begin(), step.targets.end());
    for (const TileNumber target : step.targets) {
      ASSERT_TRUE(there_.contains(target));
      Numbers seen = seen_[target];
      for (const TileNumber source : finder_.find(tiles_.key(target))) {
        ASSERT_FALSE(targets.contains(source));
        const bool listed = std::ranges::count(step.sources, source) == 1;
        if (step.partial() && !listed) continue;
        ASSERT_TRUE(there_.contains(source));
        ASSERT_TRUE(!made(source) || finished_.contains(source));
        seen.insert(source);
      }
      seen_[target] = seen;
      if (!step.completes) continue;
      ASSERT_EQ(seen.size(), finder_.find(tiles_.key(target)).size());
      ++computed_;
      to_write_.push_back(target);
    }
    if (step.completes) finished_.insert(step.targets.begin(), step.targets.end());
    if (!step.write) return;
    arrive();
    send();
  }

  void arrive() {
    written_.insert(on_the_way_.begin(), on_the_way_.end());
    on_the_way_.clear();
  }
  void write_all() {
    arrive();
    send();
    arrive();
  }
  // Files take whole rows of tiles.
  void send() {
    std::size_t count = 0;
    for (std::size_t i = 0; i < to_write_.size(); ++i) {
      const SectionPart part = tiles_.part(tiles_.key(to_write_[i]));
      if (part.end_column() == space_.columns(part.key)) count = i + 1;
    }
    const auto end = to_write_.begin() + static_cast<std::ptrdiff_t>(count);
    on_the_way_.assign(to_write_.begin(), end);
    to_write_.erase(to_write_.begin(), end);
  }

  const StateSpace& space_;
  Tiling tiles_;
  TileSources finder_;
  const std::vector<bool>& made_;
  const Schedule& schedule_;
  Numbers there_;
  Numbers finished_;
  Numbers written_;
  std::vector<TileNumber> to_write_;
  std::vector<TileNumber> on_the_way_;
  std::map<TileNumber, Numbers> seen_;  // sources that targets have been made from
  std::size_t computed_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t peak_ = 0;
  std::uint64_t read_back_ = 0;
};

class ScheduleTest : public testing::TestWithParam<Case> {
 protected:
  ScheduleTest()
      : board_(Board::parse(GetParam().board)),
        space_(board_, parse_start(board_, GetParam().start)),
        start_(space_),
        all_(static_cast<std::size_t>(space_.last_layer()) + 1, true) {}

  // The tiles with the values after all moves from the entries of a part.
  Numbers sources(const Tiling& tiling, const SectionPart& part) const {
    const Cut& cut = space_.cut();
    const auto lowers =
        space_.half(Side::lower).list(cut.border(part.key.seam, Side::lower), part.key.lower);
    const auto uppers =
        space_.half(Side::upper).list(cut.border(part.key.seam, Side::upper), part.key.upper);
    Numbers sources;
    for (std::uint32_t row = part.first_row; row < part.end_row(); ++row) {
      for (std::uint32_t column = part.first_column; column < part.end_column(); ++column) {
        const EdgeSet position = space_.position(part.key.seam, lowers[row], uppers[column]);
        for (EdgeSet open = cut.turned().all() & ~position; open != 0; open &= open - 1) {
          const Settlement settled =
              draw_and_settle(cut.turned(), position, std::countr_zero(open));
          const MatrixCell place =
              space_.locate(merge_outer(cut.turned(), settled.quiet, cut.start()));
          sources.insert(tiling.number({place.key, part_of(place.row, tiling.part_size()),
                                        part_of(place.column, tiling.part_size())}));
        }
      }
    }
    return sources;
  }

  // Follows the schedules of all layers within several budgets, and those of some layers within the
  // least one or within all.
  void expect_tiles_in_memory(bool some_within_every_budget) const;
  void expect_sources_of_moves() const;

  Board board_;
  StateSpace space_;
  SweepStart start_;
  std::vector<bool> all_;
};

void ScheduleTest::expect_tiles_in_memory(bool some_within_every_budget) const {
  std::vector<bool> some = all_;  // two layers in three
  for (std::size_t layer = 0; layer < some.size(); layer += 3) some[layer] = false;
  const bool small = space_.last_layer() < 25;
  for (const std::uint32_t part_size : {kUndivided, small && !test::kSanitized ? 16U : 128U}) {
    const SweepStart start(space_, TableGame::dots_and_boxes, {}, part_size);
    const std::uint64_t full =
        make_schedule(start.tables(), all_, std::uint64_t{1} << 40).full_bytes;
    const std::uint64_t least = least_budget(space_, part_size);
    for (const std::uint64_t budget :
         {std::uint64_t{1}, least / 2, least, (least + full) / 2, full, 2 * full + 1'000'000}) {
      for (const std::vector<bool>& made : {all_, some}) {
        if (!some_within_every_budget && made == some && budget != least) continue;
        SCOPED_TRACE(budget);
        const Schedule schedule = make_schedule(start.tables(), made, budget);
        ASSERT_NO_FATAL_FAILURE(Follower(start, made, schedule).follow());
        if (budget >= least) {
          EXPECT_LE(schedule.peak_bytes, budget);
        }
      }
    }
  }
}

TEST_P(ScheduleTest, EveryTileIsInMemoryWhenNeeded) {
  expect_tiles_in_memory(false);
}

TEST_P(ScheduleTest, LongRunEveryTileIsInMemoryWithinEveryBudget) {
  expect_tiles_in_memory(true);
}

// With full_bytes of memory nothing is read back.
TEST_P(ScheduleTest, FullBytesIsThePeakIfThereIsEnoughMemory) {
  const Schedule much = make_schedule(start_.tables(), all_, std::uint64_t{1} << 40);
  EXPECT_EQ(much.read_back, 0U);
  EXPECT_EQ(much.peak_bytes, much.full_bytes);
  const std::uint64_t enough = std::max(much.full_bytes, least_budget(space_));
  EXPECT_EQ(make_schedule(start_.tables(), all_, enough).read_back, 0U);
  // A small table is written all at once, so half the memory may be enough for it.
  if (much.full_bytes < 4'000'000) return;
  EXPECT_GT(make_schedule(start_.tables(), all_, much.full_bytes / 2).read_back, 0U);
}

// Follows the rules of the game: draws every open edge in every entry of a tile.
TEST_P(ScheduleTest, SourcesAreTheTilesThatMovesLeadTo) {
  if (board_.edges() > 22) GTEST_SKIP() << "too many positions";
  expect_sources_of_moves();
}

TEST_P(ScheduleTest, LongRunSourcesAreTheTilesThatMovesLeadTo) {
  if (board_.edges() > 24) GTEST_SKIP() << "too many positions";
  expect_sources_of_moves();
}

void ScheduleTest::expect_sources_of_moves() const {
  for (const std::uint32_t part_size : {kUndivided, 8U}) {
    const SweepStart start(space_, TableGame::dots_and_boxes, {}, part_size);
    const Tiling tiling(space_, part_size);
    TileSources finder(start.tables(), tiling);
    for (const TileNumber tile : order_of_work(tiling, all_)) {
      const Numbers expected = sources(tiling, tiling.part(tiling.key(tile)));
      const std::vector<TileNumber> found = finder.find(tiling.key(tile));
      ASSERT_EQ(Numbers(found.begin(), found.end()), expected) << tile << " of " << part_size;
      ASSERT_EQ(found.size(), expected.size());
    }
  }
}

TEST_P(ScheduleTest, TheOrderOfALayerDoesNotDependOnOtherLayers) {
  const Tiling tiling(space_, 16);
  const std::vector<TileNumber> order = order_of_work(tiling, all_);
  EXPECT_EQ(Numbers(order.begin(), order.end()).size(), order.size());
  for (int layer = space_.first_layer(); layer <= space_.last_layer(); ++layer) {
    std::vector<TileNumber> of_layer;
    std::ranges::copy_if(order, std::back_inserter(of_layer), [&](TileNumber tile) {
      return tiling.key(tile).section.layer() == layer;
    });
    std::vector<bool> only(all_.size(), false);
    only[static_cast<std::size_t>(layer)] = true;
    EXPECT_EQ(order_of_work(tiling, only), of_layer);
    std::uint64_t values = 0;
    for (const TileNumber tile : of_layer) values += tiling.part(tiling.key(tile)).values();
    EXPECT_EQ(values, space_.section_values(layer));
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, ScheduleTest,
                         testing::Values(Case{"1x1", "american"}, Case{"1x6", "american"},
                                         Case{"1x7", "icelandic"}, Case{"2x2", "american"},
                                         Case{"2x4", "american"}, Case{"2x5", "american"},
                                         Case{"3x3", "american"}, Case{"3x3", "icelandic"},
                                         Case{"3x4", "swedish"}, Case{"3x4", "american"}));

TEST(Schedule, ALongOneEndsWithWhatThePollThrows) {
  const StateSpace space(Board(3, 4));
  const SweepStart start(space, TableGame::dots_and_boxes, {}, 16);
  const std::vector<bool> all(static_cast<std::size_t>(space.last_layer()) + 1, true);
  int polls = 0;
  const Poll third_time = [&] {
    if (++polls == 3) throw Stopped("stopped");
  };
  EXPECT_THROW(make_schedule(start.tables(), all, 1, third_time), Stopped);
  EXPECT_EQ(polls, 3);
}

// Limits the values read back for each value computed, with parts of the memory that all values
// take. This measures the order of work and the choice of evicted sections.
TEST(ScheduleOf3x5, ReadsBackLittle) {
  const StateSpace space(Board(3, 5));
  const SweepStart start(space);
  const std::vector<bool> all(static_cast<std::size_t>(space.last_layer()) + 1, true);
  const auto read_back = [&](double part) {
    const Schedule schedule =
        make_schedule(start.tables(), all, static_cast<std::uint64_t>(part * 547'000'000));
    return static_cast<double>(schedule.read_back) / static_cast<double>(schedule.computed);
  };
  EXPECT_LT(read_back(0.05), 2.2);
  EXPECT_LT(read_back(0.1), 1.3);
  EXPECT_LT(read_back(0.25), 0.5);
  EXPECT_EQ(read_back(0.5), 0);
}

}  // namespace pipo::schedule_test
