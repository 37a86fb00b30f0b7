// Work before a sweep begins ends when its poll throws, wherever that is.
#include "solve/start_sweep.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "generator/half/interchangeable.hpp"
#include "generator/plan/memory_plan.hpp"
#include "generator/seam/seam_plan.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "tests/support/five_by_five.hpp"

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
        [&](const Poll& poll) { const StartSweep sweep(start, merged, kAllInMemory, poll); });
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

}  // namespace pipo::start_sweep_test
