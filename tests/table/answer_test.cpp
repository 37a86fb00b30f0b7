// Reused answers, and lines of best play to the end.
#include <gtest/gtest.h>

#include <random>

#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/table/allocations.hpp"

namespace pipo::answer_test {

TEST(Answer, ReuseAllocatesNothing) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers count allocations themselves";
  const Tables tables({small_tables()});
  std::mt19937_64 random(7);
  std::vector<Position> positions;
  for (int i = 0; i < 300; ++i) {
    positions.push_back({Board(3, 3), random() & random() & Board(3, 3).all()});
    positions.push_back({Board(2, 4), random() & Board(2, 4).all()});
  }
  Answer answer;
  for (const Position& position : positions) {  // reads all blocks
    tables.answer(position, answer);
    tables.find_value(position);
  }
  const std::size_t before = test::allocations();
  for (const Position& position : positions) tables.answer(position, answer);
  for (const Position& position : positions) tables.find_value(position);
  EXPECT_EQ(test::allocations(), before);
  EXPECT_GT(before, 0U);
}

TEST(Answer, ReuseGivesTheSameAnswers) {
  const Tables tables({small_tables()});
  Answer again;
  std::mt19937_64 random(8);
  for (int i = 0; i < 500; ++i) {
    const Board board = i % 2 == 0 ? Board(3, 3) : Board(2, 3);
    const Position position{board, i % 50 == 0 ? board.all() : random() & board.all()};
    tables.answer(position, again);
    const Answer fresh = tables.answer(position);
    EXPECT_EQ(again.position, position);
    EXPECT_EQ(again.value, fresh.value);
    EXPECT_EQ(again.best, fresh.best);
    EXPECT_EQ(again.table, fresh.table);
    ASSERT_EQ(again.moves.size(), fresh.moves.size());
    for (std::size_t m = 0; m < fresh.moves.size(); ++m) {
      EXPECT_EQ(again.moves[m].edge, fresh.moves[m].edge);
      EXPECT_EQ(again.moves[m].value, fresh.moves[m].value);
    }
  }
}

TEST(FindValue, ReturnsTheValueOrNothing) {
  const Tables tables({small_tables()});
  EXPECT_EQ(tables.find_value({Board(3, 3), 0}), -3);
  EXPECT_EQ(tables.find_value({Board(3, 4), 0}), std::nullopt);
  EXPECT_EQ(tables.find_value({Board(9, 2), 0}), std::nullopt);
}

// Every move of a line is legal and best, and its captures add up to the value.
TEST(Line, CapturesTheValue) {
  const Tables tables({small_tables()});
  std::mt19937_64 random(9);
  for (int i = 0; i < 300; ++i) {
    const Board board = i % 2 == 0 ? Board(3, 3) : Board(2, 4);
    Position position{board, random() & random() & board.all()};
    const int value = oracle_of(board).value(position.drawn);
    int margin = 0;
    int player = 0;
    for (const MoveValue& move : tables.line(position)) {
      ASSERT_EQ(move.player, player);
      ASSERT_TRUE(position.open() >> move.edge & 1) << to_string(position);
      EXPECT_EQ(move.value, oracle_of(board).value(position.drawn)) << to_string(position);
      EXPECT_EQ(move.captures, oracle_of(board).rules().captures(position.drawn, move.edge));
      margin += player == 0 ? move.captures : -move.captures;
      position.drawn |= EdgeSet{1} << move.edge;
      if (move.captures == 0) player = 1 - player;
    }
    EXPECT_EQ(position.open(), 0U);
    EXPECT_EQ(margin, value);
  }
  EXPECT_TRUE(tables.line({Board(3, 3), Board(3, 3).all()}).empty());
}

TEST(Line, PrefersCapturesAmongEqualMoves) {
  const Tables tables({small_tables()});
  // Two boxes lack one edge each; the line may complete either one first.
  const std::vector<MoveValue> line = tables.line(parse_position("1x2:1101111"));
  ASSERT_EQ(line.size(), 1U);
  const std::vector<MoveValue> whole = tables.line(parse_position("2x2:000000000000"));
  EXPECT_EQ(whole.size(), 12U);
  EXPECT_EQ(whole.front().edge, tables.answer(parse_position("2x2:000000000000")).best.front());
}

}  // namespace pipo::answer_test
