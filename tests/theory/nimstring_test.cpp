#include "theory/nimstring.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "pipopipette/picture.hpp"
#include "tests/oracle/rules.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "tests/theory/shapes.hpp"

namespace pipo::theory::nimstring_test {

// The winner of Nimstring with an added heap of up to `heap` counters, by the rules: a turn
// continues after every capture, and the first player unable to complete a turn loses.
class NimstringOracle {
 public:
  NimstringOracle(int rows, int columns, int heap) : rules_(rows, columns), heap_(heap) {
    wins_.resize((rules_.full() + 1) * (heap + 1));
    for (oracle::Drawn drawn = rules_.full() + 1; drawn-- > 0;) {
      for (int counters = 0; counters <= heap; ++counters) {
        wins_[index(drawn, counters)] = can_win(drawn, counters);
      }
    }
  }

  bool next_wins(oracle::Drawn drawn, int counters) const { return wins_[index(drawn, counters)]; }

 private:
  std::size_t index(oracle::Drawn drawn, int counters) const {
    return drawn * (heap_ + 1) + counters;
  }

  bool can_win(oracle::Drawn drawn, int counters) const {
    for (int fewer = 0; fewer < counters; ++fewer) {
      if (!next_wins(drawn, fewer)) return true;
    }
    for (int edge = 0; edge < rules_.edges(); ++edge) {
      if ((drawn >> edge & 1) != 0) continue;
      const bool again = rules_.captures(drawn, edge) > 0;
      if (next_wins(drawn | oracle::Drawn{1} << edge, counters) == again) return true;
    }
    return false;
  }

  oracle::Rules rules_;
  std::size_t heap_;
  std::vector<bool> wins_;
};

void expect_nim_values(int rows, int columns, int heap) {
  const Board board(rows, columns);
  const NimstringOracle oracle(rows, columns, heap);
  NimstringSolver solver(board);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    const NimValue value = solver.value(drawn);
    for (int counters = 0; counters <= heap; ++counters) {
      const bool next_wins = value.loony || value.number != counters;
      ASSERT_EQ(oracle.next_wins(drawn, counters), next_wins) << drawn << " " << counters;
    }
  }
}

TEST(Nimstring, NimValuesOfEveryPositionOf1x4) {
  expect_nim_values(1, 4, 7);
}
TEST(Nimstring, NimValuesOfEveryPositionOf2x2) {
  expect_nim_values(2, 2, 7);
}
TEST(Nimstring, NimValuesOfEveryPositionOf2x3) {
  expect_nim_values(2, 3, 7);
}
TEST(Nimstring, WinnerOfEveryPositionOf2x4) {
  if (test::kSanitized) GTEST_SKIP() << "too slow under the sanitizers";
  expect_nim_values(2, 4, 0);
}

// Sierra, corollary 37.
TEST(Nimstring, LoonyEndgamesAreZero) {
  for (const Example& example : kShapes) {
    const Position position = parse_picture(example.picture);
    NimstringSolver solver(position.board, 0);
    EXPECT_EQ(solver.value(position.drawn), (NimValue{false, 0})) << example.name;
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

TEST(Nimstring, EmptyBoardOf3x3) {
  NimstringSolver solver(Board(3, 3));
  EXPECT_FALSE(solver.value(0).loony);
}

// A box with two open sides is one position; an empty box with outer edges merged has two more.
TEST(Nimstring, TheLimitCountsSearchedPositions) {
  const Board board(1, 1);
  const auto value = [&](EdgeSet drawn, std::size_t limit) {
    return NimstringSolver(board, limit).value(drawn);
  };
  EXPECT_EQ(value(0b0011, 1), (NimValue{false, 1}));
  EXPECT_THROW(value(0b0011, 0), SearchTooLarge);
  EXPECT_EQ(value(0, 3), value(0, 1000));
  EXPECT_THROW(value(0, 2), SearchTooLarge);
}

TEST(Nimstring, TheTimeEndsASearch) {
  const Board board(2, 3);
  EXPECT_THROW(NimstringSolver(board, 50'000, 0).value(0), SearchTooLarge);
  EXPECT_EQ(NimstringSolver(board, 50'000, 1000).value(0), NimstringSolver(board).value(0));
  // Also a search that has begun.
  NimstringSolver solver(Board(5, 5), 100'000'000, 0.01);
  EXPECT_THROW(solver.value(0), SearchTooLarge);
}

TEST(Nimstring, RefusesALargeSearch) {
  NimstringSolver solver(Board(5, 5), 1000);
  EXPECT_THROW(solver.value(0), SearchTooLarge);
  EXPECT_THROW(solver.value(0), Error);
}

}  // namespace pipo::theory::nimstring_test
