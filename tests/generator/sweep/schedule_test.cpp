// Follows schedules step by step: within any budget, every section is in memory when it is needed,
// and none is lost.
#include "generator/sweep/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "generator/sweep/section_sources.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "generator/sweep/value_memory.hpp"
#include "generator/sweep/work_order.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"

namespace pipo::schedule_test {

using Numbers = std::set<SectionNumber>;

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
        sections_(space_),
        finder_(start.tables(), sections_),
        made_(made),
        schedule_(schedule) {}

  void follow() {
    const auto& steps = schedule_.steps;
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
      if (made_[static_cast<std::size_t>(layer)]) wanted += space_.sections(layer).size();
    }
    EXPECT_EQ(computed_, wanted);
    EXPECT_EQ(written_.size(), wanted);
  }

 private:
  bool made(SectionNumber section) const {
    return made_[static_cast<std::size_t>(sections_.key(section).layer())];
  }

  void begin(const ScheduledStep& step) {
    if (step.flush) write_all();
    for (const SectionNumber section : step.drops) {
      ASSERT_EQ(there_.erase(section), 1U);
      ASSERT_TRUE(!made(section) || written_.contains(section)) << "dropped before it was written";
      bytes_ -= piece_bytes(sections_.bytes(section));
    }
    if (!step.loads_early) load(step.loads);
    if (step.state == Targets::fresh) {
      for (const SectionNumber target : step.targets) take(target);
    }
  }

  void load(const std::vector<SectionNumber>& sections) {
    for (const SectionNumber section : sections) {
      ASSERT_TRUE(!made(section) || written_.contains(section)) << "not in its file";
      take(section);
      read_back_ += sections_.bytes(section) - kSectionSlack;
    }
  }

  void take(SectionNumber section) {
    ASSERT_TRUE(there_.insert(section).second);
    bytes_ += piece_bytes(sections_.bytes(section));
    peak_ = std::max(peak_, bytes_);
  }

  void compute(const ScheduledStep& step) {
    Numbers targets(step.targets.begin(), step.targets.end());
    for (const SectionNumber target : step.targets) {
      ASSERT_TRUE(there_.contains(target));
      Numbers seen = seen_[target];
      for (const SectionNumber source : finder_.find(sections_.key(target))) {
        ASSERT_FALSE(targets.contains(source));
        const bool listed = std::ranges::count(step.sources, source) == 1;
        if (step.partial() && !listed) continue;
        ASSERT_TRUE(there_.contains(source));
        ASSERT_TRUE(!made(source) || finished_.contains(source));
        seen.insert(source);
      }
      seen_[target] = seen;
      if (!step.completes) continue;
      ASSERT_EQ(seen.size(), finder_.find(sections_.key(target)).size());
      ++computed_;
      to_write_.push_back(target);
    }
    if (step.completes) finished_.insert(step.targets.begin(), step.targets.end());
    if (!step.write) return;
    arrive();
    on_the_way_ = std::exchange(to_write_, {});
  }

  void arrive() {
    written_.insert(on_the_way_.begin(), on_the_way_.end());
    on_the_way_.clear();
  }
  void write_all() {
    arrive();
    on_the_way_ = std::exchange(to_write_, {});
    arrive();
  }

  const StateSpace& space_;
  LoadedSections sections_;
  SourceFinder finder_;
  const std::vector<bool>& made_;
  const Schedule& schedule_;
  Numbers there_;
  Numbers finished_;
  Numbers written_;
  std::vector<SectionNumber> to_write_;
  std::vector<SectionNumber> on_the_way_;
  std::map<SectionNumber, Numbers> seen_;  // sources that targets have been made from
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

  Board board_;
  StateSpace space_;
  SweepStart start_;
  std::vector<bool> all_;
};

TEST_P(ScheduleTest, EverySectionIsInMemoryWhenNeeded) {
  const std::uint64_t full =
      make_schedule(start_.tables(), all_, std::uint64_t{1} << 40).full_bytes;
  const std::uint64_t least = least_budget(space_);
  std::vector<bool> some = all_;  // two layers in three
  for (std::size_t layer = 0; layer < some.size(); layer += 3) some[layer] = false;
  for (const std::uint64_t budget :
       {std::uint64_t{1}, least / 2, least, (least + full) / 2, full, 2 * full + 1'000'000}) {
    for (const std::vector<bool>& made : {all_, some}) {
      SCOPED_TRACE(budget);
      const Schedule schedule = make_schedule(start_.tables(), made, budget);
      ASSERT_NO_FATAL_FAILURE(Follower(start_, made, schedule).follow());
      if (budget >= least) {
        EXPECT_LE(schedule.peak_bytes, budget);
      }
    }
  }
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

// Follows the rules of the game: draws every open edge in every entry of a section.
TEST_P(ScheduleTest, SourcesAreTheSectionsThatMovesLeadTo) {
  if (board_.edges() > 24) GTEST_SKIP() << "too many positions";
  const LoadedSections sections(space_);
  SourceFinder finder(start_.tables(), sections);
  const Cut& cut = space_.cut();
  for (const SectionKey& key : order_of_work(space_, all_)) {
    Numbers expected;
    for (const HalfConfiguration lower :
         space_.half(Side::lower).list(cut.border(key.seam, Side::lower), key.lower)) {
      for (const HalfConfiguration upper :
           space_.half(Side::upper).list(cut.border(key.seam, Side::upper), key.upper)) {
        const EdgeSet position = space_.position(key.seam, lower, upper);
        for (EdgeSet open = cut.turned().all() & ~position; open != 0; open &= open - 1) {
          const Settlement settled =
              draw_and_settle(cut.turned(), position, std::countr_zero(open));
          expected.insert(sections.number(
              space_.locate(merge_outer(cut.turned(), settled.quiet, cut.start())).key));
        }
      }
    }
    const std::vector<SectionNumber> found = finder.find(key);
    ASSERT_EQ(Numbers(found.begin(), found.end()), expected)
        << key.seam << " " << key.lower << " " << key.upper;
    ASSERT_EQ(found.size(), expected.size());
  }
}

TEST_P(ScheduleTest, TheOrderOfALayerDoesNotDependOnOtherLayers) {
  const std::vector<SectionKey> order = order_of_work(space_, all_);
  for (int layer = space_.first_layer(); layer <= space_.last_layer(); ++layer) {
    std::vector<SectionKey> of_layer;
    std::ranges::copy_if(order, std::back_inserter(of_layer),
                         [&](const SectionKey& key) { return key.layer() == layer; });
    std::vector<bool> only(all_.size(), false);
    only[static_cast<std::size_t>(layer)] = true;
    EXPECT_EQ(order_of_work(space_, only), of_layer);
    EXPECT_EQ(space_.sections(layer).size(), of_layer.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, ScheduleTest,
                         testing::Values(Case{"1x1", "american"}, Case{"1x6", "american"},
                                         Case{"1x7", "icelandic"}, Case{"2x2", "american"},
                                         Case{"2x4", "american"}, Case{"2x5", "american"},
                                         Case{"3x3", "american"}, Case{"3x3", "icelandic"},
                                         Case{"3x4", "swedish"}, Case{"3x4", "american"}));

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
