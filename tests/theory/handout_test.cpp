#include "theory/handout.hpp"

#include <gtest/gtest.h>

#include "tests/oracle/rules.hpp"
#include "tests/theory/quiet_positions.hpp"

namespace pipo::theory::handout_test {

struct Outcome {
  EdgeSet drawn = 0;
  int captured = 0;
  bool last_captures = false;
};

// Draws the moves by the rules, and returns what they lead to. All but the last one must capture.
Outcome play(const oracle::Rules& rules, EdgeSet drawn, const std::vector<int>& moves) {
  Outcome result{drawn, 0, true};
  for (const int edge : moves) {
    EXPECT_TRUE(result.last_captures);
    EXPECT_EQ(result.drawn >> edge & 1, 0u);
    const int captured = rules.captures(result.drawn, edge);
    result.last_captures = captured > 0;
    result.captured += captured;
    result.drawn |= EdgeSet{1} << edge;
  }
  return result;
}

void expect_replies(const Board& board, EdgeSet drawn) {
  const oracle::Rules rules(board.rows(), board.columns());
  const Settlement settled = settle(board, drawn);
  const Replies found = replies(board, drawn);

  const Outcome all = play(rules, drawn, found.take_all);
  EXPECT_EQ(all.drawn, settled.quiet);
  EXPECT_EQ(all.captured, settled.captured);
  EXPECT_TRUE(all.last_captures);

  ASSERT_EQ(found.keep_control.empty(), settled.handout == Handout::none) << drawn;
  if (found.keep_control.empty()) return;
  const Outcome kept = play(rules, drawn, found.keep_control);
  EXPECT_FALSE(kept.last_captures);
  const int back = static_cast<int>(settled.handout) / 2;
  EXPECT_EQ(kept.captured, settled.captured - back);
  const Settlement left = settle(board, kept.drawn);
  EXPECT_EQ(left.captured, back);
  EXPECT_EQ(left.quiet, settled.quiet);
  EXPECT_EQ(left.handout, Handout::none);
}

TEST(Replies, KeepControlWheneverPossible) {
  const Board board(2, 3);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) expect_replies(board, drawn);
}

TEST(Replies, KeepControlOnLargerBoards) {
  for (const Board& large : {Board(3, 3), Board(4, 4), Board(5, 5), Board(1, 12)}) {
    RandomPositions positions(large);
    std::mt19937_64 random(2);
    for (int i = 0; i < 3000; ++i) {
      EdgeSet drawn = positions.next();
      for (int moves = 0; moves < 2; ++moves) drawn |= EdgeSet{1} << random() % large.edges();
      expect_replies(large, drawn);
    }
  }
}

}  // namespace pipo::theory::handout_test
