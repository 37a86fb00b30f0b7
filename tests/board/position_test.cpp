// Positions as values: compared, ordered, hashed.
#include "pipopipette/position.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "tests/support/board_support.hpp"

namespace pipo::position_test {

TEST(PositionValues, TheDefaultIsTheEmptySmallestBoard) {
  EXPECT_EQ(Position{}, (Position{Board(1, 1), 0}));
}

TEST(PositionValues, AreOrderedByBoardAndThenByEdges) {
  const std::vector<Position> ordered = {
      {Board(1, 1), 0}, {Board(1, 1), 3}, {Board(1, 2), 1}, {Board(2, 1), 0}, {Board(2, 1), 2}};
  std::vector<Position> sorted = ordered;
  std::ranges::reverse(sorted);
  std::ranges::sort(sorted);
  EXPECT_EQ(sorted, ordered);
}

// Equal numbers of edges on different boards and single bits, high and low, all hash differently.
TEST(PositionValues, HashesDiffer) {
  std::unordered_set<Position> positions;
  std::set<std::size_t> hashes, lowest;
  for (const Board& board : test::all_boards()) {
    for (int edge = 0; edge < board.edges(); ++edge) {
      const Position position{board, EdgeSet{1} << edge};
      positions.insert(position);
      hashes.insert(std::hash<Position>()(position));
      if (board == Board(5, 5)) lowest.insert(std::hash<Position>()(position) & 0xfff);
    }
  }
  EXPECT_EQ(hashes.size(), positions.size());
  EXPECT_GT(lowest.size(), 50U);  // of 60
}

}  // namespace pipo::position_test
