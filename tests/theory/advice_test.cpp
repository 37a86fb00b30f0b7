#include "theory/advice.hpp"

#include <gtest/gtest.h>

#include "pipopipette/picture.hpp"
#include "tests/oracle/rules.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "tests/theory/shapes.hpp"

namespace pipo::theory::advice_test {

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

// Sierra, corollary 50: in a loony endgame the previous player wins, so d has the wrong parity for
// the player to move.
TEST(Nimstring, ChainFormulaOfLoonyEndgames) {
  for (const Example& example : kShapes) {
    const ChainFormula formula = chain_formula(parse_picture(example.picture));
    ASSERT_TRUE(formula.d.has_value()) << example.name;
    EXPECT_EQ(*formula.d, example.strings) << example.name;
    EXPECT_NE(*formula.d % 2, formula.wanted) << example.name;
  }
  for (const Board& board : kSmallBoards) {
    const StageTest test(board);
    for_every_quiet_position(board, [&](EdgeSet quiet) {
      if (test.stage(quiet) != Stage::loony_endgame) return;
      const ChainFormula formula = chain_formula({board, quiet});
      ASSERT_NE(formula.d.value() % 2, formula.wanted);
    });
  }
}

// Sierra, corollary 48: the parity of the number of dots.
TEST(Nimstring, ChainFormulaOfEmptyBoards) {
  for (const Board& board : {Board(2, 2), Board(3, 3), Board(4, 4), Board(3, 4), Board(5, 5)}) {
    const ChainFormula formula = chain_formula({board, 0});
    EXPECT_EQ(formula.wanted, (board.rows() + 1) * (board.columns() + 1) % 2) << board.name();
    EXPECT_FALSE(formula.d.has_value());
  }
}

}  // namespace pipo::theory::advice_test
