#include "probe/board/outer.hpp"

#include <bit>
#include <random>

#include "probe/board/start.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::outer_test {

// Finds the groups, and merges by them, straight from the definition.
EdgeSet plain_merge(const Board& board, EdgeSet drawn, EdgeSet start) {
  for (const auto& group : outer_groups(board, start)) {
    int count = 0;
    for (const int edge : group) count += static_cast<int>(drawn >> edge & 1);
    for (const int edge : group) drawn &= ~(EdgeSet{1} << edge);
    for (int i = 0; i < count; ++i) drawn |= EdgeSet{1} << group[i];
  }
  return drawn;
}

TEST(Outer, GroupsAreTheCornersOfMostBoards) {
  const Board board(3, 4);
  const auto groups = outer_groups(board);
  ASSERT_EQ(groups.size(), 4u);
  EXPECT_EQ(groups[0], (std::vector{board.horizontal(0, 0), board.vertical(0, 0)}));
  EXPECT_EQ(groups[1], (std::vector{board.horizontal(0, 3), board.vertical(0, 4)}));
  EXPECT_EQ(groups[2], (std::vector{board.horizontal(3, 0), board.vertical(2, 0)}));
  EXPECT_EQ(groups[3], (std::vector{board.horizontal(3, 3), board.vertical(2, 4)}));
}

TEST(Outer, EveryBoxOfARowIsAGroup) {
  EXPECT_EQ(outer_groups(Board(1, 1)), (std::vector<std::vector<int>>{{0, 1, 2, 3}}));
  EXPECT_EQ(outer_groups(Board(1, 3)),
            (std::vector<std::vector<int>>{{0, 3, 6}, {1, 4}, {2, 5, 9}}));
  EXPECT_EQ(outer_groups(Board(2, 1)), (std::vector<std::vector<int>>{{0, 3, 4}, {2, 5, 6}}));
}

TEST(Outer, GroupsHoldTheOuterEdgesOfOneBoxEach) {
  for (const Board& board : test::all_boards()) {
    std::vector<std::vector<int>> expected;
    for (int box = 0; box < board.boxes(); ++box) {
      std::vector<int> group;
      for (int edge = 0; edge < board.edges(); ++edge) {
        if (board.sides(box) & board.outer() & EdgeSet{1} << edge) group.push_back(edge);
      }
      if (group.size() >= 2) expected.push_back(group);
    }
    EXPECT_EQ(outer_groups(board), expected) << board.name();
  }
}

TEST(Outer, DrawsTheStartFirst) {
  const Board board(1, 3);
  const EdgeSet start = EdgeSet{1} << 6 | EdgeSet{1} << 4;
  EXPECT_EQ(outer_groups(board, start),
            (std::vector<std::vector<int>>{{6, 0, 3}, {4, 1}, {2, 5, 9}}));
  EXPECT_EQ(merge_outer(board, start | EdgeSet{1} << 3, start), start | 1);
}

TEST(Outer, MergesToTheFirstOfEachGroup) {
  const Board board(2, 2);
  EXPECT_EQ(merge_outer(board, EdgeSet{1} << board.vertical(0, 0)), EdgeSet{1});
  EXPECT_EQ(merge_outer(board, EdgeSet{1} << board.horizontal(1, 0)),
            EdgeSet{1} << board.horizontal(1, 0));
  EXPECT_EQ(merge_outer(board, board.all()), board.all());
}

TEST(Outer, MergingKeepsWhatItMust) {
  std::mt19937_64 random(8);
  for (const Board& board : test::all_boards()) {
    for (const EdgeSet start : std::initializer_list<EdgeSet>{
             0, icelandic_start(board), swedish_start(board), random() & board.all()}) {
      for (int i = 0; i < 40; ++i) {
        const EdgeSet drawn = (random() & board.all()) | start;
        const EdgeSet merged = merge_outer(board, drawn, start);
        EXPECT_EQ(merged, plain_merge(board, drawn, start));
        EXPECT_EQ(merge_outer(board, merged, start), merged);
        EXPECT_EQ(merged & start, start);
        EXPECT_EQ(merged & ~board.outer(), drawn & ~board.outer());
        for (int box = 0; box < board.boxes(); ++box) {
          EXPECT_EQ(std::popcount(merged & board.sides(box)),
                    std::popcount(drawn & board.sides(box)));
        }
      }
    }
  }
}

}  // namespace pipo::outer_test
