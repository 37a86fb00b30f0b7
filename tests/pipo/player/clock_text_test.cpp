// Times of clocks as users write and read them.
#include "pipo/player/clock_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pipopipette/error.hpp"

namespace pipo::test::clock_text_test {

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

}  // namespace pipo::test::clock_text_test
