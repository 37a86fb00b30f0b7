// The explanation in a player's words: what it says of positions whose answer is known, and that it
// says nothing else for certain.
#include "theory/in_short.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "search/answer.hpp"
#include "search/explain.hpp"
#include "tests/oracle/depth_first.hpp"
#include "tests/theory/quiet_positions.hpp"

namespace pipo::theory::in_short_test {

using Lines = std::vector<std::string>;

Lines said(const Explanation& explanation, const std::optional<ExactMoves>& exact = {}) {
  Lines lines;
  for (const Line& line : in_short(explanation, exact).lines) lines.push_back(text_of(line));
  return lines;
}

Lines said(const std::string& picture) {
  return said(graph::explain(parse_picture(picture)));
}

TEST(InShort, TheOpenerOfAnEndgame) {
  EXPECT_EQ(said("+--+--+  +--+--+\n"
                 "|     |         \n"
                 "+  +  +--+--+--+\n"
                 "|     |  |  |  |\n"
                 "+--+--+--+--+--+\n"),
            (Lines{"There is 1 long chain and 1 loop left, and every move opens one of them.",
                   "The player to move has to open; the opponent can keep control: take all but 2 "
                   "boxes of each chain and all but 4 of each loop, so that the player to move has "
                   "to open again.",
                   "Open the 4-loop A: h1.0.",
                   "Under best play the player to move takes 3 of the 7 boxes left."}));
}

TEST(InShort, TheLastChain) {
  EXPECT_EQ(said("+--+--+--+\n"
                 "          \n"
                 "+--+--+--+\n"),
            (Lines{"There is 1 long chain left, and every move opens it.",
                   "The player to move has to open, and the opponent takes all boxes left.",
                   "Open the 3-chain A: v0.2.",
                   "Under best play the player to move takes none of the 3 boxes left."}));
}

TEST(InShort, Take2Leave2) {
  // A chain of four is on offer, and another one is left.
  const Lines lines = said(
      "+--+--+--+--+\n"
      "|            \n"
      "+--+--+--+--+\n"
      "             \n"
      "+--+--+--+--+\n");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "Besides the boxes on offer there is 1 long chain.");
  EXPECT_EQ(lines[1],
            "Take 2, leave 2, so that the opponent moves first in the rest: v0.1 v0.2 v0.4.");
  EXPECT_EQ(lines[2], "Under best play the player to move takes 6 of the 8 boxes left.");
}

TEST(InShort, TheWishForLongChains) {
  const Explanation empty = graph::explain(parse_position("3x3:000000000000000000000000"));
  const Lines lines = said(empty);
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(
      lines[0],
      "There is no long chain or loop so far; rule of thumb: the player to move wants an even "
      "number of long chains.");
  EXPECT_FALSE(in_short(empty, {}).lines[0].tells);
}

// Nobody will open a long chain where none is left.
TEST(InShort, OnlyShortChains) {
  for (const std::string& line : said(graph::explain(parse_position("2x2:001111101101")))) {
    EXPECT_EQ(line.find("control"), line.npos) << line;
  }
}

TEST(InShort, ExactValuesDecide) {
  const Explanation explanation = graph::explain(parse_position("2x2:000000000000"));
  const ExactMoves exact{.value = 2,
                         .best = {2, 3, 8},
                         .margins = std::vector<std::optional<int>>(explanation.advice.size(), -2)};
  const Lines lines = said(explanation, exact);
  EXPECT_NE(std::find(lines.begin(), lines.end(), "Draw h1.0, h1.1 or v0.2."), lines.end());
  EXPECT_EQ(lines.back(), "Under best play the player to move takes 3 of the 4 boxes left.");
}

// Returns the sentence that says what to draw if these are the best edges.
std::string drawn(const std::string& position, std::vector<int> best) {
  const Explanation explanation = graph::explain(parse_position(position));
  const ExactMoves exact{.value = 0,
                         .best = std::move(best),
                         .margins = std::vector<std::optional<int>>(explanation.advice.size())};
  for (const std::string& line : said(explanation, exact)) {
    if (line.starts_with("Draw ")) return line;
  }
  return {};
}

// Nobody looks up more than four names of edges.
TEST(InShort, ManyMovesAreNotNamed) {
  const std::string empty = "2x2:000000000000";
  EXPECT_EQ(drawn(empty, {0, 1, 2, 3}), "Draw h0.0, h0.1, h1.0 or h1.1.");
  EXPECT_EQ(drawn(empty, {0, 1, 2, 3, 4}), "Draw one of the 5 best lines.");
  EXPECT_EQ(drawn(empty, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}),
            "Draw any line that gives no box away.");
  // The left and the middle edge of the upper row offer a box each.
  const std::string two_sides = "2x2:101000000000";
  EXPECT_EQ(drawn(two_sides, {1, 3, 4, 5, 8, 9, 10, 11}), "Draw any line that gives no box away.");
  EXPECT_EQ(drawn(two_sides, {1, 3, 4, 5, 6, 9, 10, 11}), "Draw one of the 8 best lines.");
}

TEST(InShort, NoParityWhereNoLongChainCanArise) {
  for (const char* const position : {"1x1:0000", "1x2:0000000", "2x2:111111111100"}) {
    for (const std::string& line : said(graph::explain(parse_position(position)))) {
      EXPECT_EQ(line.find("rule of thumb: the player"), line.npos) << position << ": " << line;
      EXPECT_EQ(line.find("control"), line.npos) << position << ": " << line;
    }
  }
  EXPECT_EQ(said(graph::explain(parse_position("1x1:0000")))[0],
            "No long chain or loop can arise.");
  EXPECT_NE(said(graph::explain(parse_position("1x3:0000000000")))[0].find("rule of thumb"),
            std::string::npos);
}

TEST(InShort, ManyBoxesOnOfferAreNotListed) {
  // A chain of six is on offer, then a chain of four is left.
  const Lines lines = said(
      "+--+--+--+--+--+--+\n"
      "|                  \n"
      "+--+--+--+--+--+--+\n"
      "                   \n"
      "+--+--+--+--+--+--+\n");
  EXPECT_EQ(lines[1], "Take 4, leave 2, so that the opponent moves first in the rest.");
}

TEST(InShort, AlikeChainsAreNamedInOrder) {
  const Lines lines = said(
      "+--+--+--+\n"
      "          \n"
      "+--+--+--+\n"
      "          \n"
      "+--+--+--+\n"
      "          \n"
      "+--+--+--+\n");
  EXPECT_NE(std::ranges::find_if(lines,
                                 [](const std::string& line) {
                                   return line.starts_with("Open the 3-chain A, B or C: ");
                                 }),
            lines.end());
}

TEST(InShort, SentencesAreWhole) {
  RandomPositions positions(Board(3, 3));
  for (int i = 0; i < 100; ++i) {
    for (const std::string& line : said(graph::explain({Board(3, 3), positions.next()}, {100}))) {
      EXPECT_TRUE(line.back() == '.' && line.front() >= 'A' && line.front() <= 'Z') << line;
    }
  }
}

TEST(InShort, NothingOnTheFullBoard) {
  EXPECT_TRUE(said(graph::explain(parse_position("1x1:1111"))).empty());
}

// The sentence about the boxes of best play agrees with the oracle.
TEST(InShort, WhatIsCertainIsTrue) {
  int counted = 0;
  for (const Board& board : {Board(3, 3), Board(2, 4), Board(1, 7)}) {
    RandomPositions positions(board);
    oracle::DepthFirst oracle(board.rows(), board.columns());
    for (int i = 0; i < 200; ++i) {
      EdgeSet drawn = positions.next();
      if (i % 3 == 0) drawn |= EdgeSet{1} << i % board.edges();
      const Explanation explanation = graph::explain({board, drawn}, {100});
      const int left = explanation.chain_formula.boxes;
      for (const std::string& line : said(explanation)) {
        EXPECT_EQ(line.find(" 1 boxes"), line.npos) << line;
        if (!line.starts_with("Under best play")) continue;
        ++counted;
        const int taken = (left + oracle.value(drawn)) / 2;
        const std::string number = taken == 0      ? "none"
                                   : taken == left ? "all"
                                                   : std::to_string(taken);
        EXPECT_TRUE(
            line.starts_with("Under best play the player to move takes " + number + " of the "))
            << line;
      }
    }
  }
  EXPECT_GT(counted, 20);
}

}  // namespace pipo::theory::in_short_test
