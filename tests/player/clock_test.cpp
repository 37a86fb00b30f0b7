// The clocks of the two players, and times as users write and read them.
#include "player/clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "pipopipette/error.hpp"

namespace pipo::test::clock_test {

constexpr int kOpen = 20;

TEST(Clock, SettingsWithoutALimit) {
  EXPECT_FALSE(Clock().move_time(0, kOpen));
  for (const TimeSettings settings : {TimeSettings{0, 0, 0}, {0, 0, 5}, {0, 30, 0}, {60, 30, 0}}) {
    EXPECT_FALSE(Clock(settings).move_time(1, kOpen));
  }
  Clock clock;
  clock.spend(0, 1000);
  EXPECT_FALSE(clock.move_time(0, kOpen));
}

TEST(Clock, ATimeForEachMove) {
  Clock clock({.main = 0, .byo = 5, .moves = 1});
  for (const double spent : {1.0, 5.0, 7.0}) {
    EXPECT_EQ(clock.move_time(0, kOpen), 5);
    clock.spend(0, spent);
  }
  EXPECT_EQ(clock.move_time(0, kOpen), 5);
}

TEST(Clock, MainTimeIsNeverUsedUpByMovesThatKeepToIt) {
  Clock clock({.main = 100});
  double total = 0;
  for (int open = kOpen; open > 0; --open) {
    const double allowed = clock.move_time(1, open).value();
    EXPECT_GT(allowed, 0);
    if (open > 1) {
      EXPECT_LE(allowed, std::max(0.5 * (100 - total), 0.01)) << open;
    }
    clock.spend(1, allowed);
    total += allowed;
  }
  EXPECT_LE(total, 100 + 0.01 * kOpen);
  EXPECT_GT(total, 99);
  EXPECT_EQ(clock.move_time(0, kOpen), 50) << "the other player's clock";
}

TEST(Clock, ByoYomiFollowsMainTime) {
  Clock clock({.main = 10, .byo = 8, .moves = 2});
  clock.spend(0, 12);  // 2 s of the period
  EXPECT_EQ(clock.move_time(0, kOpen), 3);
  clock.spend(0, 3);
  EXPECT_EQ(clock.move_time(0, kOpen), 3) << "the last move of the period has all of the rest";
  clock.spend(0, 3);
  EXPECT_EQ(clock.move_time(0, kOpen), 4) << "a new period";
}

TEST(Clock, UsedUpTimeIsNotTakenForNoLimit) {
  Clock clock({.main = 1});
  clock.spend(0, 60);
  EXPECT_GT(clock.move_time(0, kOpen).value(), 0);
  EXPECT_LT(clock.move_time(0, kOpen).value(), 0.1);
}

TEST(Clock, TheControllerKnowsBetter) {
  Clock clock({.main = 100, .byo = 10, .moves = 5});
  clock.set_left(0, {20, 0});
  EXPECT_EQ(clock.move_time(0, kOpen), 15);
  EXPECT_EQ(clock.move_time(1, kOpen), 55);
  clock.set_left(0, {6, 1});
  EXPECT_EQ(clock.move_time(0, kOpen), 6);
  clock.restart();
  EXPECT_EQ(clock.move_time(0, kOpen), 55) << "a new game";
}

TEST(Clock, MainTimeThatIsNearlyOverLeavesThePeriodToTheMoves) {
  Clock clock({.main = 1, .byo = 10, .moves = 5});
  double total = 0;
  for (int move = 0; move < 6; ++move) {
    const double allowed = clock.move_time(0, kOpen).value();
    EXPECT_GT(allowed, 0.1) << move;
    clock.spend(0, allowed);
    total += allowed;
    EXPECT_FALSE(clock.overstepped(0)) << move;
  }
  EXPECT_LE(total, 1 + 10 + 1e-9);
}

TEST(Clock, TellsWhatIsLeftAndWhoExceededIt) {
  EXPECT_FALSE(Clock().left(0));
  Clock clock({.main = 10, .byo = 4, .moves = 2});
  clock.spend(0, 3);
  EXPECT_EQ(clock.left(0)->seconds, 7);
  EXPECT_EQ(clock.left(0)->moves, 0);
  EXPECT_EQ(clock.left(1)->seconds, 10);
  clock.spend(0, 8);
  EXPECT_EQ(clock.left(0)->seconds, 3);
  EXPECT_EQ(clock.left(0)->moves, 2);
  clock.spend(0, 1);
  EXPECT_EQ(clock.left(0)->moves, 1);
  EXPECT_FALSE(clock.overstepped(0));
  clock.spend(0, 2.5);
  EXPECT_EQ(clock.left(0)->seconds, 4) << "a new period";
  EXPECT_TRUE(clock.overstepped(0));
  EXPECT_FALSE(clock.overstepped(1));
  clock.spend(1, 15);
  EXPECT_TRUE(clock.overstepped(1)) << "main time and the whole period";
  clock.restart();
  EXPECT_FALSE(clock.overstepped(0));
}

TEST(Clock, LimitsOfAMove) {
  const Position empty{Board(3, 3), 0};
  const SolverOptions options{.seconds = 5};
  EXPECT_EQ(Clock().limits(0, empty, options).seconds, 5);
  EXPECT_EQ(Clock().limits(0, empty, options, 2).seconds, 3);
  EXPECT_EQ(Clock().limits(0, empty, {}, 2).seconds, 0) << "no limit remains no limit";
  const Clock clock({.main = 60});
  EXPECT_EQ(clock.limits(0, empty, options).seconds, 30);
  EXPECT_EQ(clock.limits(0, empty, {}).seconds, 30);
  EXPECT_EQ(clock.limits(0, empty, options, 4).seconds, 26);
  EXPECT_EQ(clock.limits(0, {Board(1, 1), 0b111}, options).seconds, 60) << "the last move";
  const double late = clock.limits(0, empty, options, 100).seconds;
  EXPECT_GT(late, 0) << "0 would mean no limit";
  EXPECT_LT(late, 0.1);
  EXPECT_EQ(clock.limits(0, empty, {.only = Method::table, .seconds = 5}).seconds, 5);
}

TEST(ClockText, ReadsMainTimeAndPeriods) {
  const TimeSettings main = parse_time_settings("300");
  EXPECT_EQ(main.main, 300);
  EXPECT_EQ(main.byo, 0);
  EXPECT_EQ(main.moves, 0);
  const TimeSettings both = parse_time_settings("0.5+30/5");
  EXPECT_EQ(both.main, 0.5);
  EXPECT_EQ(both.byo, 30);
  EXPECT_EQ(both.moves, 5);
  EXPECT_EQ(parse_time_settings("0+10/1").moves, 1);
}

TEST(ClockText, RefusesAClockWithoutALimit) {
  const auto message = [](const char* text) -> std::string {
    try {
      parse_time_settings(text);
    } catch (const BadInput& error) {
      return error.what();
    }
    return "none";
  };
  for (const char* bad : {"", "x", "-1", "5:00", "300+/5", "300+x/5", "300 + 30/5"}) {
    EXPECT_NE(message(bad).find("is not a number of seconds"), std::string::npos) << bad;
  }
  EXPECT_EQ(message("300+30/x"), "'x' is not a number of moves; give one such as 10");
  EXPECT_EQ(message("300+30"),
            "'300+30' does not say for how many moves a period of 30 s is; give a clock such as "
            "300+30/5");
  EXPECT_EQ(message("0"), "a clock of '0' gives no time; give one such as 300 or 300+30/5");
  EXPECT_EQ(message("0+0/5"), "a clock of '0+0/5' gives no time; give one such as 300 or 300+30/5");
  for (const char* bad : {"300+30/0", "300+0/5"}) {
    EXPECT_NE(message(bad).find("without time or without moves"), std::string::npos) << bad;
  }
}

TEST(ClockText, ShowsWhatIsLeft) {
  EXPECT_EQ(time_text({298, 0}), "4:58");
  EXPECT_EQ(time_text({3723, 0}), "1:02:03");
  EXPECT_EQ(time_text({59.7, 0}), "1:00");
  EXPECT_EQ(time_text({7.34, 0}), "0:07.3");
  EXPECT_EQ(time_text({9.96, 0}), "0:10");
  EXPECT_EQ(time_text({25, 3}), "0:25 for 3 moves");
  EXPECT_EQ(time_text({4, 1}), "0:04.0 for 1 move");
  EXPECT_EQ(time_text({-2, 0}), "over by 0:02.0");
  EXPECT_EQ(time_text({-65, 2}), "over by 1:05");
}

}  // namespace pipo::test::clock_test
