#include "probe/base/counted.hpp"

#include <gtest/gtest.h>

namespace pipo {
namespace {

TEST(Counted, GroupsDigitsByThree) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(2263884012), "2,263,884,012");
  EXPECT_EQ(grouped("18446744073709551616"), "18,446,744,073,709,551,616");
}

TEST(Counted, UsesTheSingularForOneOnly) {
  EXPECT_EQ(counted(0, "file"), "0 files");
  EXPECT_EQ(counted(1, "file"), "1 file");
  EXPECT_EQ(counted(2048, "file"), "2,048 files");
  EXPECT_EQ(counted(1, "box"), "1 box");
  EXPECT_EQ(counted(2, "box"), "2 boxes");
  EXPECT_EQ(counted(3, "double-cross"), "3 double-crosses");
}

}  // namespace
}  // namespace pipo
