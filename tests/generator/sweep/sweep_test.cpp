// Compares the sweep with a flat table of all positions, made from the rules of the game alone.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "probe/board/symmetry.hpp"
#include "tests/oracle/depth_first.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/solved_board.hpp"

namespace pipo::sweep_test {

class SweepTest : public testing::TestWithParam<const char*> {};

// Compares every step-th position.
void compare_board(const Board& board, EdgeSet step) {
  const SolvedBoard solved(board);
  const oracle::FlatTable& flat = oracle_of(board);
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += step)
    ASSERT_EQ(solved.value(drawn), flat.value(drawn)) << drawn;
}

TEST_P(SweepTest, PositionsEqualTheOracle) {
  const Board board = Board::parse(GetParam());
  const bool small = board.edges() <= 17;
  if (test::kSanitized && !small) GTEST_SKIP() << "too slow under the sanitizers";
  compare_board(board, small ? 1 : 61);
}

INSTANTIATE_TEST_SUITE_P(UpTo24Edges, SweepTest,
                         testing::Values("1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3", "3x3",
                                         "2x1", "3x1", "3x2"));

TEST(Sweeps, LongRunEveryPositionOfLargerBoardsEqualsTheOracle) {
  for (const char* board : {"1x6", "1x7", "2x4", "3x3", "4x2"}) {
    compare_board(Board::parse(board), 1);
  }
}

// Compares random starts. Their halves' tables differ, and only some mirror images remain.
void compare_starts(const Board& board, int starts, std::uint64_t seed) {
  const oracle::FlatTable& flat = oracle_of(board);
  std::mt19937_64 random(seed);
  for (int round = 0; round < starts; ++round) {
    // Sparse starts leave much to compare, dense ones have odd shapes; some are their own mirror
    // image.
    EdgeSet start = random() & random() & (round % 2 ? random() : ~EdgeSet{0}) & board.all();
    const Image image{.left_right = round % 4 == 1 || round % 8 == 3,
                      .top_bottom = round % 4 == 2 || round % 8 == 3};
    start |= image_of_edges(board, image, start);
    const SolvedBoard solved(board, start);
    const EdgeSet open = board.all() & ~start;
    for (EdgeSet more = open;; more = (more - 1) & open) {
      ASSERT_EQ(solved.value(start | more), flat.value(start | more)) << start << " " << more;
      if (more == 0) break;
    }
  }
}

class StartTest : public testing::TestWithParam<const char*> {};

TEST_P(StartTest, EveryPositionThatContainsTheStartEqualsTheOracle) {
  const Board board = Board::parse(GetParam());
  compare_starts(board, 8, board.edges());
}

INSTANTIATE_TEST_SUITE_P(SmallBoards, StartTest, testing::Values("1x5", "2x2", "2x3", "3x2"));

// Compares more starts.
TEST(Starts, LongRunEveryPositionThatContainsTheStartEqualsTheOracle) {
  for (const char* board : {"1x6", "2x3", "2x4", "3x3"}) {
    compare_starts(Board::parse(board), 60, 1);
  }
}

TEST(SweepValues, EqualPublishedValues) {
  // Net margin for the first player: Wilson; Barker and Korf.
  const std::map<std::string, int> values = {
    {"1x8", 0},
    {"1x9", -1},
    {"1x10", 0},
    {"2x5", -2},
#if !defined(PIPO_SANITIZED)
    {"2x6", 2},
    {"3x4", 0},
#endif
  };
  for (const auto& [name, value] : values)
    EXPECT_EQ(SolvedBoard(Board::parse(name)).value(0), value) << name;
}

void expect_depth_first_values_of_3x4(int positions) {
  const Board board(3, 4);
  const SolvedBoard solved(board);
  oracle::DepthFirst search(3, 4);
  std::mt19937_64 random(34);
  for (int i = 0; i < positions; ++i) {
    const EdgeSet drawn = random() & board.all();
    ASSERT_EQ(solved.value(drawn), search.value(drawn)) << drawn;
  }
}

TEST(SweepValues, RandomPositionsOf3x4EqualADepthFirstSearch) {
  if (test::kSanitized) GTEST_SKIP() << "too slow under the sanitizers";
  expect_depth_first_values_of_3x4(1'000);
}

TEST(SweepValues, LongRunRandomPositionsOf3x4EqualADepthFirstSearch) {
  expect_depth_first_values_of_3x4(100'000);
}

}  // namespace pipo::sweep_test
