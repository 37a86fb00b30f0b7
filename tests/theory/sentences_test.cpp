// The results of the theory as sentences.
#include "theory/sentences.hpp"

#include <gtest/gtest.h>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "search/explain.hpp"
#include "tests/theory/quiet_positions.hpp"

namespace pipo::theory::sentences_test {

Position loop_and_three_chain() {
  return parse_picture(
      "+--+--+  +--+--+\n"
      "|     |         \n"
      "+  +  +--+--+--+\n"
      "|     |  |  |  |\n"
      "+--+--+--+--+--+\n");
}

TEST(TheoryWords, NameTheComponentItsCostAndTheTheorem) {
  const Explanation explanation = graph::explain(loop_and_three_chain());
  ASSERT_EQ(explanation.advice.size(), 2u);
  EXPECT_EQ(sentence(explanation, explanation.advice[0]),
            "open the 4-loop A (h1.0): costs 1 [Allcock, theorem 1.1]");
  EXPECT_EQ(sentence(explanation, explanation.advice[1]),
            "open the 3-chain B (v0.4): costs 3 [Sierra, proposition 75]");
}

TEST(TheoryWords, LeavesTheLastTwoBoxes) {
  const Position position = parse_picture(
      "+--+--+--+--+--+\n"
      "|     |  |      \n"
      "+  +  +--+--+--+\n"
      "|     |  |  |  |\n"
      "+--+--+--+--+--+\n");
  const Explanation explanation = graph::explain(position);
  ASSERT_FALSE(explanation.advice.empty());
  EXPECT_NE(sentence(explanation, explanation.advice[0]).find("leave both boxes"),
            std::string::npos);
}

TEST(TheoryWords, EveryItemIsANonEmptyLine) {
  for (const Board& board : {Board(3, 3), Board(4, 4), Board(5, 5), Board(1, 7)}) {
    RandomPositions positions(board);
    for (int i = 0; i < 200; ++i) {
      EdgeSet drawn = positions.next();
      if (i % 3 == 0) drawn |= EdgeSet{1} << i % board.edges();
      for (const Paragraph& paragraph : paragraphs(graph::explain({board, drawn}, {100}))) {
        EXPECT_FALSE(paragraph.title.empty());
        EXPECT_FALSE(paragraph.lines.empty()) << paragraph.title;
        for (const Line& one_line : paragraph.lines) {
          const std::string line = text_of(one_line);
          EXPECT_FALSE(line.empty());
          EXPECT_EQ(line.find('\n'), line.npos);
          EXPECT_EQ(line.find("  ", 4), line.npos) << line;
          EXPECT_EQ(line.find(" 1 boxes"), line.npos) << line;
        }
      }
    }
  }
}

std::vector<std::string> moves_of(const Explanation& explanation,
                                  const std::optional<ExactMoves>& exact = {}) {
  for (const Paragraph& one : paragraphs(explanation, exact)) {
    if (one.title != "moves") continue;
    std::vector<std::string> lines;
    for (const Line& line : one.lines) lines.push_back(text_of(line));
    return lines;
  }
  return {};
}

TEST(TheoryWords, ExactValuesDecideWhichMovesAreBest) {
  const Explanation explanation = graph::explain(loop_and_three_chain());
  ASSERT_EQ(explanation.advice.size(), 2u);
  const ExactMoves agreeing{.value = -1, .best = {5}, .margins = {-1, -3}};
  EXPECT_EQ(moves_of(explanation, agreeing),
            (std::vector<std::string>{
                "best: open the 4-loop A (h1.0): costs 1 [Allcock, theorem 1.1] (exact: margin -1)",
                "worse by 2: open the 3-chain B (v0.4): costs 3 [Sierra, proposition 75] (exact: "
                "margin -3)"}));
  // The margin of the second one took too long to find out.
  const ExactMoves partly{.value = -1, .best = {5}, .margins = {-1, std::nullopt}};
  EXPECT_EQ(moves_of(explanation, partly)[1],
            "margin unknown: open the 3-chain B (v0.4): costs 3 [Sierra, proposition 75]");
  // Made-up data: no move that the theory names is best.
  const ExactMoves other{.value = 4, .best = {0, 1}, .margins = {-1, -3}};
  const std::vector<std::string> lines = moves_of(explanation, other);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "best: h0.0 h0.1 (exact: margin +4)");
  EXPECT_TRUE(lines[1].starts_with("worse by 5: open")) << lines[1];
}

TEST(TheoryWords, SaysThatNothingIsKnownOnlyIfTrue) {
  const Explanation lost = graph::explain(parse_position("2x4:0001010000000000001010"));
  ASSERT_TRUE(lost.advice.empty());
  EXPECT_NE(moves_of(lost).front().find("the margins are unknown"), std::string::npos);
  EXPECT_EQ(
      moves_of(lost, ExactMoves{.value = 4, .best = {1}, .margins = {}}),
      (std::vector<std::string>{"best: h0.1 (exact: margin +4)", "the theory advises no move"}));
}

// The player who takes the last boxes takes all of them, and nothing is left to control.
TEST(TheoryWords, NeitherPlayerControlsTheLastChain) {
  const Explanation open = graph::explain(parse_position("1x3:1111110000"));
  const Explanation offered = graph::explain(parse_position("1x3:1111111000"));
  for (const Explanation& one : {open, offered}) {
    for (const Paragraph& paragraph : paragraphs(one)) {
      for (const Line& one_line : paragraph.lines) {
        const std::string line = text_of(one_line);
        EXPECT_EQ(line.find("control: "), std::string::npos) << line;
        EXPECT_EQ(line.find("is the controller"), std::string::npos) << line;
      }
    }
  }
  EXPECT_EQ(offered.role, Role::none);
  ASSERT_EQ(offered.advice.size(), 1u);
  EXPECT_EQ(offered.advice[0].action, Action::take);
  EXPECT_EQ(offered.advice[0].margin, 3);
}

}  // namespace pipo::theory::sentences_test
