#include "probe/base/human_seconds.hpp"

#include <gtest/gtest.h>

namespace pipo {
namespace {

TEST(HumanSeconds, FromHundredthsToDays) {
  EXPECT_EQ(human_seconds(0.416), "0.42 s");
  EXPECT_EQ(human_seconds(12.34), "12.3 s");
  EXPECT_EQ(human_seconds(59.97), "1 min 00 s");
  EXPECT_EQ(human_seconds(185), "3 min 05 s");
  EXPECT_EQ(human_seconds(3599.7), "1 h 00 min");
  EXPECT_EQ(human_seconds(7620), "2 h 07 min");
  EXPECT_EQ(human_seconds(48 * 3600 - 60), "47 h 59 min");
  EXPECT_EQ(human_seconds(48 * 3600 - 1), "2 days 00 h");
  EXPECT_EQ(human_seconds(48 * 3600), "2 days 00 h");
  EXPECT_EQ(human_seconds(1970 * 3600 + 50 * 60), "82 days 03 h");
}

}  // namespace
}  // namespace pipo
