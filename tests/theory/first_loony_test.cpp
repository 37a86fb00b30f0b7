#include "theory/first_loony.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "pipopipette/notation.hpp"
#include "search/explain.hpp"
#include "tests/oracle/first_loony.hpp"

namespace pipo::first_loony_test {

using theory::FirstLoony;

// Compares the answer for every position of a board with playing it out.
void expect_every_position(int rows, int columns) {
  const Board board(rows, columns);
  const oracle::Rules rules(rows, columns);
  const oracle::FirstLoony right(rules);
  graph::NimValues nim_values(board, std::size_t{16} << 20, {});
  std::map<FirstLoony, int> count;
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    const Position position{board, drawn};
    const auto found =
        theory::first_loony_move(position, [&](const Position& of) { return nim_values(of); });
    ASSERT_TRUE(found);
    ++count[found->who];
    if (drawn == board.all()) {
      ASSERT_EQ(found->who, FirstLoony::none);
      continue;
    }
    ASSERT_EQ(found->who == FirstLoony::made, right.loony(drawn)) << position;
    if (!right.loony(drawn)) {
      ASSERT_EQ(found->who == FirstLoony::opponent, right.avoids(drawn)) << position;
    } else {
      ASSERT_TRUE(right.avoids(drawn)) << position;
    }
    for (int edge = 0; edge < board.edges(); ++edge) {
      if ((drawn >> edge & 1) != 0) continue;
      ASSERT_EQ(std::ranges::count(found->keeping, edge), right.avoids_by(drawn, edge))
          << position << " " << edge;
    }
  }
  EXPECT_EQ(count[FirstLoony::none], 1);
  EXPECT_GT(count[FirstLoony::mover], 0);
  EXPECT_GT(count[FirstLoony::opponent], 0);
}

TEST(FirstLoonyMove, OfEveryPositionEqualsTheOracle) {
  expect_every_position(1, 1);
  expect_every_position(1, 3);
  expect_every_position(1, 4);
  expect_every_position(2, 2);
}
TEST(FirstLoonyMove, LongRunOfEveryPositionOfLargerBoards) {
  expect_every_position(1, 5);
  expect_every_position(2, 3);
}

// The prediction is right where it is certain: in loony endgames.
TEST(FirstLoonyMove, TheChainRuleHoldsInLoonyEndgames) {
  const Board board(2, 3);
  const oracle::Rules rules(2, 3);
  const oracle::FirstLoony right(rules);
  int certain = 0, agreeing = 0, all = 0;
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    const auto rule = theory::chain_rule({board, drawn});
    ASSERT_EQ(rule.has_value(), drawn != board.all() && !right.loony(drawn));
    if (!rule) continue;
    const bool agrees = (rule->predicts == FirstLoony::opponent) == right.avoids(drawn);
    ++all;
    agreeing += agrees;
    if (!rule->certain) continue;
    ++certain;
    ASSERT_TRUE(agrees) << to_string(Position{board, drawn});
    ASSERT_EQ(rule->predicts, FirstLoony::mover);
  }
  EXPECT_GT(certain, 30);
  // Before that it is a rule of thumb, right more often than not.
  EXPECT_GT(2 * agreeing, all);
  EXPECT_LT(agreeing, all);
}

TEST(FirstLoonyMove, TheChainRuleCountsLongChains) {
  const auto empty = theory::chain_rule(parse_position("3x3:000000000000000000000000"));
  EXPECT_EQ(empty->long_chains, 0);
  EXPECT_EQ(empty->wanted, 0);  // 16 dots
  EXPECT_EQ(empty->predicts, FirstLoony::opponent);
  EXPECT_EQ(theory::chain_rule(parse_position("2x3:00000000000000000"))->wanted, 0);
  EXPECT_EQ(theory::chain_rule(parse_position("2x2:000000000000"))->wanted, 1);
  const auto endgame = theory::chain_rule(parse_position("3x3:111011000111011111010101"));
  EXPECT_TRUE(endgame->certain);
  EXPECT_EQ(endgame->long_chains, 1);
  EXPECT_FALSE(theory::chain_rule(parse_position("1x1:1111")));
}

TEST(FirstLoonyMove, UnknownNimValuesGiveNoAnswer) {
  const Position position = parse_position("2x2:000000000000");
  EXPECT_FALSE(theory::first_loony_move(position,
                                        [](const Position&) { return std::optional<NimValue>(); }));
  int asked = 0;
  EXPECT_FALSE(theory::first_loony_move(position, [&](const Position&) {
    return ++asked == 1 ? std::optional(NimValue{false, 3}) : std::nullopt;
  }));
  EXPECT_EQ(asked, 2);
}

}  // namespace pipo::first_loony_test
