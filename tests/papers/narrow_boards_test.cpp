// Compares the values of narrow boards, 1xn, with what Jobson, Sledd, White and Wildstrom state
// about them for even n, and with docs/results.md. Two searches find each value: that of the
// project, and one written from the rules alone.
#include <gtest/gtest.h>

#include <vector>

#include "search/depth_first.hpp"
#include "tests/oracle/depth_first.hpp"

namespace pipo::narrow_boards_test {

// Returns the edges that are drawn when a closed game begins: the top ones and both at the sides.
EdgeSet closed(int n) {
  const EdgeSet top = (EdgeSet{1} << n) - 1;
  return top | EdgeSet{1} << 2 * n | EdgeSet{1} << 3 * n;
}

int value(int n, EdgeSet drawn) {
  const int found = DepthFirstSearch(Board(1, n)).value(drawn);
  EXPECT_EQ(oracle::DepthFirst(1, n).value(drawn), found) << "1x" << n;
  return found;
}

TEST(NarrowBoards, OpenAndEvenIsATie) {
  for (const int n : {2, 4, 6, 8, 10}) EXPECT_EQ(value(n, 0), 0) << n;
}

TEST(NarrowBoards, ClosedAndEvenIsATieFromFourOn) {
  for (const int n : {4, 6, 8, 10, 12}) EXPECT_EQ(value(n, closed(n)), 0) << n;
}

// The closed board of two boxes is a chain: each move gives both boxes away.
TEST(NarrowBoards, ClosedWithTwoBoxesIsLost) {
  EXPECT_EQ(value(2, closed(2)), -2);
}

TEST(NarrowBoards, ClosedAndOddIsWon) {
  const std::vector<int> values = {1, 3, 1, 3, 1, 1, 1};
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(value(2 * i + 1, closed(2 * i + 1)), values[i]) << 2 * i + 1;
}

}  // namespace pipo::narrow_boards_test
