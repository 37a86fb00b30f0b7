// Compares bounds of unknown values with values computed from the rules.
#include "search/answer.hpp"

#include <gtest/gtest.h>

#include "pipopipette/notation.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/random_game.hpp"

namespace pipo::answer_test {

void expect_within(const Bounds& range, int value, const Position& position) {
  EXPECT_LE(range.lower, value) << to_string(position);
  EXPECT_GE(range.upper, value) << to_string(position);
  EXPECT_EQ((range.lower ^ value) & 1, 0) << to_string(position);
  EXPECT_EQ((range.upper ^ value) & 1, 0) << to_string(position);
}

TEST(Bounds, HoldForEveryPosition) {
  for (const char* name : {"1x1", "1x4", "2x2", "2x3"}) {
    const Board board = Board::parse(name);
    const Values value = oracle_values(board);
    for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
      expect_within(bounds_of({board, drawn}, 0), value(drawn), {board, drawn});
    }
  }
}

// The last two boxes of a chain: a player who takes one may hand both to the opponent.
TEST(Bounds, CountCapturableBoxes) {
  EXPECT_EQ(bounds_of(parse_position("1x2:1111100"), 0), (Bounds{2, 2}));
  EXPECT_EQ(bounds_of(parse_position("1x1:0000"), 0), (Bounds{-1, 1}));
  EXPECT_EQ(bounds_of(parse_position("1x4:1111111111000"), 0), (Bounds{3, 3}));
  // A chain of two on offer, and another box.
  EXPECT_EQ(bounds_of(parse_position("1x3:1101101000"), 0), (Bounds{1, 3}));
}

TEST(Bounds, OfAMoveDependOnTheTurn) {
  EXPECT_EQ(bounds_of_move(0, {-3, 1}), (Bounds{-1, 3}));
  EXPECT_EQ(bounds_of_move(2, {-3, 1}), (Bounds{-1, 3}));
  EXPECT_EQ(bounds_of_move(1, {-4, 2}), (Bounds{-3, 3}));
}

// Random games with known values from some move on; the bounds of earlier positions must hold.
TEST(Bounds, FromTheEndOfAGameHoldAtItsBeginning) {
  std::mt19937_64 random(1);
  int tighter = 0, capped = 0;
  for (const char* name : {"2x2", "1x5", "2x3", "3x3"}) {
    const Board board = Board::parse(name);
    const Values value = oracle_values(board);
    for (int game = 0; game < 40; ++game) {
      std::vector<EdgeSet> drawn = {0};
      const std::vector<int> moves = test::random_game(board, random, game % 2 == 0);
      for (const int edge : moves) drawn.push_back(drawn.back() | EdgeSet{1} << edge);
      for (std::size_t known = 1; known < drawn.size(); ++known) {
        Bounds range = Bounds::only(value(drawn[known]));
        for (std::size_t i = known; i-- > 0;) {
          const Position position{board, drawn[i]};
          const int captures = completed_boxes(board, drawn[i], moves[i]);
          const Bounds worth = bounds_of_move(captures, range);
          range = bounds_before_move(settle(position).without_quiet(), boxes_left(position),
                                     captures, worth);
          expect_within(range, value(drawn[i]), position);
          EXPECT_GE(range.lower, worth.lower);
          tighter += range.lower > bounds_of(position, 0).lower;
          capped += range.upper < bounds_of(position, 0).upper;
        }
      }
    }
  }
  EXPECT_GT(tighter, 1000);
  EXPECT_GT(capped, 100);
}

}  // namespace pipo::answer_test
