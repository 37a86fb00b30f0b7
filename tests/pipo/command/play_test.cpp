// `pipo play`: games as a user types them.
#include <gtest/gtest.h>

#include <utility>

#include "tests/pipo/support.hpp"

namespace pipo::test::play_test {

class Play : public testing::Test {
 protected:
  static Outcome play(std::vector<std::string> arguments, const std::string& typed) {
    arguments.insert(arguments.end(), {"--seed", "0"});  // of equal moves, the first one
    return with_made_tables("play", std::move(arguments), typed);
  }
  static bool says(const Outcome& outcome, const std::string& what) {
    return has(outcome.out, what);
  }
};

TEST_F(Play, AWholeGame) {
  const Outcome outcome = play({"1x1"}, "h0.0\nv0.0\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "You are player 1. Type the name of an edge to draw it, or undo, hint, help, quit.\n"
            "\n"
            "  +  h0.0   +\n"
            "v0.0      v0.1\n"
            "  +  h1.0   +\n"
            "\n"
            "0-0, your move: pipo draws h1.0  [exact: 3 of 3 moves keep +1]\n"
            "\n"
            "  +---------+\n"
            "v0.0      v0.1\n"
            "  +---------+\n"
            "\n"
            "0-0, your move: pipo draws v0.1 and takes 1 box  [exact: 1 of 1 move keeps +1]\n"
            "\n"
            "+------+\n"
            "| pipo |\n"
            "+------+\n"
            "\n"
            "The game is over: pipo wins, 0-1.\n");
}

TEST_F(Play, TellsWhatALowLevelDoes) {
  const Outcome outcome = play({"2x2", "--level", "1", "--as", "2"}, "quit\n");
  EXPECT_TRUE(
      outcome.out.starts_with("At level 1, pipo takes every box, otherwise draws any edge.\n"))
      << outcome.out;
  EXPECT_TRUE(says(outcome, "pipo draws h0.0  [this level draws any edge if it cannot take a box]"))
      << outcome.out;
  EXPECT_EQ(play({"2x2", "--level", "0"}, "").code, 2);
  EXPECT_EQ(play({"2x2", "--level", "11"}, "").code, 2);
}

TEST_F(Play, AsTheSecondPlayer) {
  const Outcome outcome = play({"1x2", "--as", "2"}, "quit\n");
  EXPECT_TRUE(says(outcome, "You are player 2."));
  EXPECT_TRUE(says(outcome, "pipo draws "));
  EXPECT_TRUE(outcome.out.ends_with("0-0, your move: "));
}

TEST_F(Play, ACaptureGivesAnotherMove) {
  // Three sides of both boxes are drawn; the edge between them is open.
  const Outcome outcome = play({"1x2:1111101"}, "v0.1\n");
  EXPECT_TRUE(says(outcome, "You take 2 boxes.\n")) << outcome.out;
  EXPECT_TRUE(says(outcome, "| you | you |")) << outcome.out;
  EXPECT_TRUE(outcome.out.ends_with("The game is over: you win, 2-0.\n")) << outcome.out;
  EXPECT_TRUE(says(play({"2x2:111111100110"}, "v0.1\n"), "and move again"));
}

TEST_F(Play, UndoGoesBackToYourLastMove) {
  const Outcome outcome = play({"1x1"}, "undo\nh0.0\nundo\nv0.1\nquit\n");
  EXPECT_TRUE(says(outcome, "no move to take back")) << outcome.out;
  // Undo empties the board; another move follows.
  const std::string empty = "  +  h0.0   +\nv0.0      v0.1\n  +  h1.0   +\n";
  EXPECT_NE(outcome.out.find(empty, outcome.out.find(empty) + 1), std::string::npos);
  EXPECT_TRUE(says(outcome, "v0.0        |")) << outcome.out;
  // Undo does not take back pipo's own first move.
  EXPECT_TRUE(says(play({"1x1", "--as", "2"}, "undo\n"), "no move to take back"));
}

TEST_F(Play, HintsHelpAndBoard) {
  const Outcome outcome = play({"2x2"}, "hint\nhelp\nboard\n?\n\n");
  EXPECT_TRUE(says(outcome, "best: h0.0 h0.1 h2.0 h2.1 v0.0 v0.2 v1.0 v1.2\n")) << outcome.out;
  EXPECT_TRUE(says(outcome, "value +2: the player to move wins by 2")) << outcome.out;
  EXPECT_TRUE(says(outcome, "pipo would draw ")) << outcome.out;
  EXPECT_TRUE(says(outcome, "take your last move back"));
  // The input ends after a prompt.
  EXPECT_TRUE(outcome.out.ends_with("0-0, your move: \n"));
}

TEST_F(Play, RefusesABadMoveAndContinues) {
  const Outcome outcome =
      play({"1x1"}, "h7.0\nh0.0\nh0.0\n\x01\xff\n" + std::string(70000, 'x') + "\nquit\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(says(outcome, "'h7.0' is not an edge of 1x1"));
  EXPECT_TRUE(says(outcome, "h0.0 is drawn already"));
  EXPECT_TRUE(says(outcome, "'\\x01\\xff' is not an edge"));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Play, SolvesWithoutATable) {
  const Outcome outcome = play({"1x3", "--as", "2"}, "hint\nquit\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("You are player 2.")) << outcome.out;
  EXPECT_TRUE(says(outcome, "  [exact: ")) << outcome.out;
  EXPECT_TRUE(says(outcome, "\nbest: ")) << outcome.out;
}

TEST_F(Play, WarnsOfAPositionBeyondTheLimits) {
  const Outcome outcome = play({kTooLarge, "--time", "1"}, "hint\nquit\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with(
      "pipo cannot solve this position yet. Until it can, it goes by later positions and"))
      << outcome.out;
  EXPECT_TRUE(
      says(outcome, "the values are not known: " + std::string(kTooLarge) + " with 0 edges drawn"))
      << outcome.out;
}

TEST_F(Play, WithoutTimePlaysByTheTheoryAndSaysSo) {
  const Outcome outcome = play({"1x3", "--as", "2", "--time", "0"}, "hint\nquit\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(says(outcome, "No table covers this position, so pipo goes by the theory"));
  EXPECT_TRUE(says(outcome, "generate 1x3"));
  EXPECT_TRUE(says(outcome, "the values are not known: no table of 1x3")) << outcome.out;
  EXPECT_TRUE(says(outcome, "\npipo would draw ")) << outcome.out;
  EXPECT_FALSE(says(outcome, "exact"));
}

TEST_F(Play, WithAClock) {
  const Outcome outcome = play({"1x1", "--clock", "300+30/5"}, "h0.0\nv0.0\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(says(outcome, "0-0, time left: you 5:00, pipo 5:00; your move: ")) << outcome.out;
  EXPECT_TRUE(outcome.out.ends_with("pipo wins, 0-1.\nTime left: you 5:00, pipo 5:00.\n"))
      << outcome.out;
  EXPECT_TRUE(says(play({"1x1", "--clock", "0+20/1"}, ""), "you 0:20 for 1 move, pipo 0:20 for"));
  // The time of the clock replaces --time.
  const Outcome large = play({kTooLarge, "--as", "2", "--time", "1000", "--clock", "0+1/1"}, "");
  EXPECT_TRUE(large.out.starts_with("pipo cannot solve this position yet.")) << large.out;
  EXPECT_FALSE(says(large, "--time")) << large.out;
  EXPECT_FALSE(says(play({"1x1", "--clock", "60", "--time", "0", "--as", "2"}, ""), "solved"));
}

TEST_F(Play, Colours) {
  const std::string escape = "\x1b[";
  EXPECT_FALSE(says(play({"1x1"}, "quit\n"), escape));  // not a terminal
  EXPECT_FALSE(says(play({"1x1", "--color", "never"}, "quit\n"), escape));
  const Outcome outcome = play({"1x1", "--color", "always"}, "h0.0\nv0.0\n");
  EXPECT_TRUE(says(outcome, "\x1b[2mh0.0\x1b[0m")) << outcome.out;
  EXPECT_TRUE(says(outcome, "\x1b[1;33mpipo\x1b[0m")) << outcome.out;
}

TEST_F(Play, FromOtherNotationsWithScore) {
  const Outcome outcome =
      play({"--notation", "moves", "1x2 h0.0; h1.0; v0.0; v0.1; h0.1"}, "quit\n");
  EXPECT_TRUE(outcome.out.ends_with("0-1, your move: ")) << outcome.out;
  // The user's boxes come first, even if the user is the second player.
  const auto as_second = [&](const std::string& game) {
    return play({"--as", "2", "--notation", "moves", game}, "quit\n").out;
  };
  const std::string ahead = as_second("1x2 h0.0; h1.0; v0.0; v0.1");
  EXPECT_TRUE(ahead.ends_with("1-0, your move: ")) << ahead;
  const std::string behind = as_second("1x3 h0.0; h1.0; v0.0; h0.1; v0.1; h0.2");
  EXPECT_TRUE(behind.ends_with("0-1, your move: ")) << behind;
  EXPECT_TRUE(says(play({"2x2-swedish"}, "quit\n"), "+---------+---------+"));
}

TEST_F(Play, BadInput) {
  for (const auto& [arguments, reason] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"0x3"}, "0x3"},
           {{"1x1:1111"}, "the game is over already"},
           {{"1x1:01"}, "1x1 needs 4 edges, got 2"},
           {{"1x1", "--as", "3"}, "--as: '3' is not a value of this option; give 1 or 2"},
           {{"1x1", "--clock", "300+30"}, "give a clock such as 300+30/5"},
           {{"1x1", "--file", "-"}, "exclude each other"}}) {
    const Outcome outcome = play(arguments, "");
    EXPECT_TRUE(refused_with(outcome, 2, reason));
  }
}

}  // namespace pipo::test::play_test
