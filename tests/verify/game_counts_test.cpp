#include "verify/game_counts.hpp"

#include <gtest/gtest.h>

#include <random>

#include "pipopipette/notation.hpp"
#include "tests/oracle/game_counts.hpp"

namespace pipo::game_counts_test {

void expect_equal(const GameCounts& counts, const oracle::CountedGames& right) {
  const auto same = [](GameCount one, oracle::Games other) { return one == other; };
  EXPECT_TRUE(same(counts.games, right.games)) << decimal(counts.games);
  EXPECT_EQ(counts.positions, right.positions);
  EXPECT_EQ(counts.states, right.states);
  EXPECT_TRUE(same(counts.captures, right.captures)) << decimal(counts.captures);
  EXPECT_TRUE(same(counts.doubles, right.doubles)) << decimal(counts.doubles);
  EXPECT_TRUE(same(counts.ended, right.ended)) << decimal(counts.ended);
  EXPECT_TRUE(same(counts.first_to_move, right.first_to_move)) << decimal(counts.first_to_move);
  EXPECT_TRUE(same(counts.ahead(), right.ahead)) << decimal(counts.ahead());
  EXPECT_TRUE(same(counts.level(), right.level)) << decimal(counts.level());
  EXPECT_TRUE(same(counts.behind(), right.behind)) << decimal(counts.behind());
}

void expect_right(const Position& start, int depth) {
  const oracle::Rules rules(start.board.rows(), start.board.columns());
  oracle::GameTree tree(rules, start.drawn);
  const auto counted = count_games(start, depth);
  ASSERT_EQ(counted.size(), static_cast<std::size_t>(depth) + 1);
  for (int d = 0; d <= depth; ++d) {
    SCOPED_TRACE(to_string(start) + " at depth " + std::to_string(d));
    EXPECT_EQ(counted[d].depth, d);
    expect_equal(counted[d], tree.here());
    tree.play();
  }
}

TEST(GameCounts, OfWholeGamesEqualTheOracle) {
  for (const auto& [rows, columns] : {std::pair(1, 1), {1, 2}, {2, 1}, {1, 4}, {2, 2}}) {
    const Board board(rows, columns);
    expect_right({board, 0}, board.edges());
  }
}

TEST(GameCounts, OfLargerBoardsEqualTheOracle) {
  expect_right({Board(2, 3), 0}, 7);
  expect_right({Board(3, 3), 0}, 5);
  expect_right({Board(5, 5), 0}, 3);
}

TEST(GameCounts, OfPositionsEqualTheOracle) {
  std::mt19937_64 random(91);
  for (int i = 0; i < 24; ++i) {
    const Board board = i % 2 == 0 ? Board(3, 3) : Board(2, 4);
    const EdgeSet drawn = random() & board.all() & (i % 4 < 2 ? random() : random() | random());
    expect_right({board, drawn}, std::min(5, Position{board, drawn}.open().size()));
  }
  expect_right({Board(3, 3), Board(3, 3).all()}, 0);
}

// Each first move of each depth: the games that the oracle plays after it.
TEST(GameCounts, ByMoveAddUp) {
  std::mt19937_64 random(92);
  for (int i = 0; i < 12; ++i) {
    const Board board(2, 3);
    const Position start{board, random() & board.all() & random()};
    const int depth = 1 + i % 4;
    const GameCounts all = count_games(start, depth).back();
    const oracle::Rules rules(2, 3);
    GameCounts sum;
    for (const MoveCounts& move : count_games_by_move(start, depth)) {
      SCOPED_TRACE(to_string(start) + " " + edge_name(board, move.edge));
      EXPECT_EQ(move.games.depth, depth);
      const int captures = rules.captures(start.drawn, move.edge);
      oracle::GameTree tree(rules, start.drawn | EdgeSet{1} << move.edge);
      for (int d = 1; d < depth; ++d) tree.play();
      const oracle::CountedGames right = tree.here();
      EXPECT_EQ(move.games.states, right.states);
      EXPECT_EQ(move.games.positions, right.positions);
      EXPECT_TRUE(depth > 1 || move.games.captures == (captures > 0 ? 1U : 0U));
      sum.games += move.games.games;
      sum.captures += move.games.captures;
      sum.doubles += move.games.doubles;
      sum.ended += move.games.ended;
      sum.first_to_move += move.games.first_to_move;
      for (const auto& [lead, games] : move.games.leads) sum.leads[lead] += games;
    }
    EXPECT_TRUE(sum.games == all.games && sum.captures == all.captures);
    EXPECT_TRUE(sum.doubles == all.doubles && sum.ended == all.ended);
    EXPECT_TRUE(sum.first_to_move == all.first_to_move);
    EXPECT_TRUE(sum.leads == all.leads);
  }
}

TEST(GameCounts, OfAnySizeOfBoard) {
  const auto counted = count_games({Board(10, 10), {}}, 2);
  EXPECT_EQ(counted[2].positions, 220U * 219 / 2);
  EXPECT_TRUE(counted[2].games == 220 * 219);
}

TEST(GameCounts, StayBelow128Bits) {
  EXPECT_EQ(deepest_count({Board(2, 2), 0}), 12);
  // 34! is the largest factorial below 2^128; the product of 40 to 14 is, too.
  EXPECT_EQ(deepest_count({Board(3, 4), 0}), 31);
  EXPECT_EQ(deepest_count({Board(4, 4), 0}), 27);
  EXPECT_EQ(decimal(~GameCount{0}), "340282366920938463463374607431768211455");
  EXPECT_EQ(decimal(0), "0");
}

// The memory said beforehand: the entries of two layers.
TEST(GameCounts, MemoryIsThatOfTheLargestLayers) {
  const Position start{Board(1, 1), 0};
  // No set of fewer than four edges completes the box: two numbers for each.
  EXPECT_EQ(memory_to_count(start, 0), 40U);
  EXPECT_EQ(memory_to_count(start, 1), 40U + 160);
  EXPECT_EQ(memory_to_count(start, 2), 160U + 240);
  EXPECT_EQ(memory_to_count(start, 4), 240U + 160);
  EXPECT_GT(memory_to_count({Board(20, 20), {}}, 800), std::uint64_t{1} << 60);
}

}  // namespace pipo::game_counts_test
