// Work before a sweep begins ends when its poll throws, wherever that is.
#include "solve/start_sweep.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <vector>

#include "generator/half/merged_index.hpp"
#include "generator/plan/memory_budget.hpp"
#include "generator/seam/seam_plan.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "tests/support/five_by_five.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::start_sweep_test {

// A poll that throws when it is called for the `last` time.
struct Poller {
  explicit Poller(int last) : last_(last) {}

  Poll poll() {
    return [this] {
      if (++calls >= last_) throw Stopped("stopped");
    };
  }

  std::atomic<int> calls = 0;

 private:
  int last_;
};

constexpr int kNever = 1'000'000'000;

int calls_of(const std::function<void(const Poll&)>& work) {
  Poller poller(kNever);
  work(poller.poll());
  return poller.calls;
}

void expect_ends_at_each_call(const std::function<void(const Poll&)>& work) {
  const int all = calls_of(work);
  for (const int last : {1, 2, (all + 1) / 2, all - 1, all}) {
    Poller poller(last);
    EXPECT_THROW(work(poller.poll()), Stopped) << last << " of " << all;
    // Other threads may be polling at the same time.
    EXPECT_LE(poller.calls, last + 64);
  }
}

TEST(SizeOfSweep, EndsBetweenCutsAndInTheMiddleOfOne) {
  const Position early{Board(5, 5), 3};
  const auto size = [&](const Poll& poll) {
    static_cast<void>(size_of_sweep(early, kAllInMemory, kAnyTime, poll));
  };
  EXPECT_GE(calls_of(size), 2 * static_cast<int>(sweep_cuts(early).size()));
  expect_ends_at_each_call(size);
}

TEST(SizeOfSweep, LooksAtOneCutOfASweepThatIsFarTooLong) {
  const Position early{Board(5, 5), 3};
  EXPECT_EQ(calls_of([&](const Poll& poll) {
              static_cast<void>(size_of_sweep(early, kAllInMemory, 0.2, poll));
            }),
            2);
}

TEST(StartSweep, EndsWhereverItsPollThrows) {
  const Position start = test::five_by_five(20);
  SweepCut merged = *size_of_sweep(start).cut;
  for (const bool merge : {false, true}) {
    merged.merge = merge;
    expect_ends_at_each_call(
        [&](const Poll& poll) { const StartSweep sweep(start, 0, merged, kAllInMemory, poll); });
  }
}

TEST(StartSweep, PollsOnceForEachSeamAndOftenInAHalf) {
  const Position start = test::five_by_five(16);
  const StateSpace space(start.board, start.drawn);
  const Side side = Side::lower;
  std::uint64_t configurations = 0;
  for (BorderState border = 0; border < BorderState{1} << space.cut().columns(); ++border) {
    configurations += space.half(side).size(border);
  }
  const int half = calls_of(
      [&](const Poll& poll) { const HalfTable table(space.half(side), false, kUndivided, poll); });
  EXPECT_GE(half, static_cast<int>(configurations / 1024));
  const HalfTable lower(space.half(Side::lower), false);
  const HalfTable upper(space.half(Side::upper), false);
  EXPECT_GE(calls_of([&](const Poll& poll) { const SeamPlans plans(space, lower, upper, poll); }),
            4 * static_cast<int>(space.representatives().size()));
}

TEST(SweepCuts, AreInTheMiddleOfTheLongerSide) {
  for (const Board& board : {Board(2, 4), Board(4, 2)}) {
    const std::vector<SweepCut> cuts = sweep_cuts({board, 0b1011});
    ASSERT_EQ(cuts.size(), 1U);
    EXPECT_EQ(cuts[0].cut.turned(), Board(4, 2));
    EXPECT_EQ(cuts[0].image.transpose, board == Board(2, 4));
    EXPECT_FALSE(cuts[0].cut.has_box_row());
  }
}

TEST(SweepCuts, OfAnOddNumberOfRowsAreAlsoLinesWithTheLargerHalfBelow) {
  const std::vector<SweepCut> cuts = sweep_cuts({Board(5, 4), 0b1011});
  ASSERT_EQ(cuts.size(), 3U);
  EXPECT_TRUE(cuts[0].cut.has_box_row());
  for (const std::size_t line : {1U, 2U}) {
    EXPECT_FALSE(cuts[line].cut.has_box_row());
    EXPECT_EQ(cuts[line].cut.half_rows(Side::upper), 2);
    EXPECT_EQ(cuts[line].cut.half_rows(Side::lower), 3);
  }
  EXPECT_NE(cuts[1].image, cuts[2].image);
  EXPECT_EQ(sweep_cuts({Board(5, 5), 0b1011}).size(), 6U);
  EXPECT_EQ(sweep_cuts({Board(1, 1), 0}).size(), 2U);  // no half would have a row of boxes
}

// The middle row has more drawn edges than the middle column, although all others are above it.
TEST(SweepCuts, BeginWithTheSeamThatHasTheFewestOpenEdges) {
  const Board board(5, 5);
  EdgeSet drawn = 0;
  for (int i = 0; i < 6; ++i) drawn |= EdgeSet{1} << board.vertical(2, i);
  for (const int i : {0, 1, 3}) drawn |= EdgeSet{1} << board.horizontal(0, i);
  const Position cut{board, drawn};
  EXPECT_FALSE(sweep_cuts(cut)[0].image.transpose);
  const Position other = image_of(cut, {.transpose = true});
  EXPECT_TRUE(sweep_cuts(other)[0].image.transpose);
  EXPECT_EQ(sweep_cuts(other)[0].cut.start(), drawn);
}

// No edge is drawn in the middle row or column; all drawn edges are on the left.
TEST(SweepCuts, BeginWithSimilarHalves) {
  const Board board(4, 4);
  EdgeSet left = 0;
  for (int r = 0; r < 4; ++r) left |= EdgeSet{1} << board.vertical(r, 0);
  EXPECT_FALSE(sweep_cuts({board, left})[0].image.transpose);
  EXPECT_TRUE(sweep_cuts(image_of({board, left}, {.transpose = true}))[0].image.transpose);
}

// Every place of the seam, lines and rows of boxes, with halves of any sizes.
TEST(SweepCuts, SplitAndJoinPositions) {
  std::mt19937_64 random(1);
  for (const Board& board : {Board(5, 5), Board(4, 3), Board(7, 2), Board(5, 1)}) {
    for (const bool box_row : {false, true}) {
      for (int above = 1; above + box_row < board.rows(); ++above) {
        const Cut cut(board, 0, {.rows_above = above, .box_row = box_row});
        EXPECT_EQ(cut.half_rows(Side::lower), board.rows() - above - box_row);
        const int bits = cut.seam_bits() + cut.half_shape(Side::lower).bits() +
                         cut.half_shape(Side::upper).bits();
        EXPECT_EQ(bits, board.edges());
        for (int i = 0; i < 100; ++i) {
          const EdgeSet drawn = random() & board.all();
          const Parts parts = cut.split(drawn);
          EXPECT_EQ(cut.join(parts), drawn);
          EXPECT_EQ(count_bits(parts.seam) + count_bits(parts.lower) + count_bits(parts.upper),
                    count_bits(drawn));
        }
      }
    }
  }
}

// Sweeps a start by a cut and checks each of its values.
void expect_values(const Position& start, const SweepCut& cut, const Values& oracle) {
  const auto table = StartSweep(start, 0, cut).run({}, {}, std::uint64_t{1} << 40).table;
  const EdgeSet open = start.open();
  std::uint64_t checked = 0;
  for (EdgeSet more = open;; more = (more - 1) & open) {
    const EdgeSet drawn = start.drawn | more;
    if (is_quiet(start.board, drawn)) {
      ASSERT_EQ(table->quiet_value({start.board, drawn}), oracle(drawn))
          << start << " " << drawn << " " << cut.cut.half_rows(Side::upper) << " rows above";
      ++checked;
    }
    if (more == 0) break;
  }
  EXPECT_GT(checked, 50U) << start;
}

// Starts with and without mirror images, and drawn edges on any side of the seam. Interchangeable
// configurations are merged in every second sweep.
void expect_the_values_of_the_oracle(int starts_of_a_board) {
  std::mt19937_64 random(2);
  bool merge = false;
  for (const Board& board : {Board(3, 3), Board(3, 2), Board(2, 3), Board(5, 1), Board(4, 2)}) {
    const Values oracle = oracle_values(board);
    std::vector<EdgeSet> starts{0};
    for (int i = 0; i < starts_of_a_board; ++i) {
      EdgeSet drawn = random() & random() & board.all();
      if (!test::kSanitized) drawn &= random();  // fewer, for more positions
      if (is_quiet(board, drawn)) starts.push_back(drawn);
    }
    for (const EdgeSet drawn : starts) {
      const Position start{board, drawn};
      if (count_bits(start.open()) > 20) continue;
      for (const SweepCut& cut : sweep_cuts(start)) {
        merge = !merge;
        expect_values(start, {cut.image, cut.cut, merge}, oracle);
      }
      // All other places of the seam.
      if (board.rows() < board.columns()) continue;
      for (const bool box_row : {false, true}) {
        for (int above = 1; above + box_row < board.rows(); ++above) {
          merge = !merge;
          expect_values(start, {{}, Cut(board, drawn, {above, box_row}), merge}, oracle);
        }
      }
    }
  }
}

TEST(SweepCuts, GiveTheValuesOfTheOracle) {
  expect_the_values_of_the_oracle(1);
}

TEST(SweepCuts, LongRunAllGiveTheValuesOfTheOracle) {
  expect_the_values_of_the_oracle(12);
}

// A start whose sweep is long enough for cuts to be compared. The line is the quicker one, and the
// row of boxes takes less memory.
TEST(SweepCuts, AreChosenByTimeWithinTheMemory) {
  const Board board(5, 5);
  EdgeSet drawn = 0;
  for (const int i : {0, 2, 4}) drawn |= EdgeSet{1} << board.horizontal(2, i);
  for (int c = 0; c < 5; ++c) drawn |= EdgeSet{1} << board.horizontal(0, c);
  for (int r = 0; r < 5; ++r) drawn |= EdgeSet{1} << board.vertical(r, 0);
  const SweepSize quick = size_of_sweep({board, drawn});
  EXPECT_FALSE(quick.cut->cut.has_box_row());
  EXPECT_TRUE(quick.cut->merge);
  const SweepSize small = size_of_sweep({board, drawn}, 0);
  EXPECT_LT(small.memory, quick.memory);
  EXPECT_GT(small.seconds, quick.seconds);
  EXPECT_TRUE(small.cut->cut.has_box_row());
  EXPECT_FALSE(size_of_sweep({board, drawn}, quick.memory).cut->cut.has_box_row());
  EXPECT_TRUE(size_of_sweep({board, drawn}, quick.memory - 1).cut->cut.has_box_row());
}

}  // namespace pipo::start_sweep_test
