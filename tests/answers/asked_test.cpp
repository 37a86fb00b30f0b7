// The parameters of a question by name.
#include "answers/asked.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"

namespace pipo::asked_test {

Asked with(Parameters parameters) {
  return {"/x", std::move(parameters), {}};
}

TEST(Asked, Seconds) {
  const auto asked = [](const char* text) {
    return seconds_asked(with({{"time", text}}), "time", 3, 10);
  };
  EXPECT_EQ(seconds_asked(with({}), "time", 3, 10), 3);
  EXPECT_EQ(asked("0.25"), 0.25);
  EXPECT_EQ(asked("10"), 10);
  for (const char* text : {"0", "-1", "10.1", "1s", "nan", "inf", "+1"}) {
    EXPECT_THROW(asked(text), BadInput) << text;
  }
}

TEST(Asked, WholeNumbers) {
  const auto asked = [](const char* text) {
    return whole_number_asked(with({{"seed", text}}), "seed", 3, 10, 2);
  };
  EXPECT_EQ(whole_number_asked(with({}), "seed", 3, 10), 3U);
  EXPECT_EQ(asked("2"), 2U);
  EXPECT_EQ(asked("10"), 10U);
  for (const char* text : {"1", "11", "-1", "1.5", "1s", "1e1", "+1", "99999999999999999999"}) {
    EXPECT_THROW(asked(text), BadInput) << text;
  }
}

TEST(Asked, AParameterIsGivenOnce) {
  const Asked twice = with({{"seed", "1"}, {"seed", "1"}});
  EXPECT_THROW(parameter(twice, "seed"), BadInput);
  EXPECT_THROW(required_parameter(with({}), "seed"), BadInput);
}

TEST(Asked, AGameInOneOfTwoPlaces) {
  Asked asked = with({{"game", "1x1 h0.0; v0.0"}});
  EXPECT_EQ(game_asked(asked).moves().size(), 2U);
  asked.body = "1x1 h0.0; v0.0";
  EXPECT_THROW(game_asked(asked), BadInput);
  asked.parameters = {{"start", "1x1:0100"}};
  EXPECT_EQ(game_asked(asked).position().layer(), 3);
  EXPECT_THROW(game_asked(with({})), BadInput);
}

}  // namespace pipo::asked_test
