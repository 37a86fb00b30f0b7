// Games that continue from a given game or position.
#include "answers/question.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"

namespace pipo::test::question_test {

TEST(GivenGames, APositionGoesOnWithPlayer0AndCountsFromThere) {
  // Box 0 of 1x2 is complete; nobody knows who took it.
  Game game = started({Board(1, 2), 0b0110101});
  EXPECT_EQ(game.turn(), 0);
  EXPECT_EQ(game.score(), (std::array{0, 0}));
  EXPECT_EQ(game.owners(), (std::vector{-1, -1}));
  game.play(1);
  game.play(3);
  EXPECT_EQ(game.play(6), 1);
  EXPECT_EQ(game.score(), (std::array{1, 0}));
  EXPECT_EQ(game.owners(), (std::vector{-1, 0}));
}

TEST(GivenGames, AStandingListsThePlayerToMoveFirst) {
  const Game game = started({Board(1, 2), 0b0110101}, {.turn = 1, .score = std::array{1, 0}});
  EXPECT_EQ(game.turn(), 1);
  EXPECT_EQ(game.score(), (std::array{0, 1}));
}

TEST(GivenGames, AGameInOrderCanBeTakenBackToItsBeginning) {
  Game game = continued(read_line({"moves", false, {}}, "1x2 h0.0; h1.0; v0.0; v0.1"));
  EXPECT_EQ(game.moves().size(), 4U);
  EXPECT_EQ(game.score(), (std::array{0, 1}));
  for (int i = 0; i < 4; ++i) game.undo();
  EXPECT_EQ(game.position().drawn, 0U);
}

TEST(GivenGames, LinesOfCommentsBeforeAGameAreSkipped) {
  const std::string record = "# 1. player 1 h0.0: +2\n#   decided\n1x2 h0.0; h1.0\n";
  EXPECT_EQ(read_as({"auto", false, {}}, record), read_game("moves", "1x2 h0.0; h1.0"));
  EXPECT_EQ(read_as({"auto", false, {}}, "# a game\n#2,a2\n"), read_game("trmph", "#2,a2"));
}

TEST(GivenGames, OwnersThatAreKnownAreKept) {
  Game game = continued(read_line({"gamescrafters", false, {}}, "1x2 x1110110o-"));
  EXPECT_EQ(game.turn(), 0);
  EXPECT_EQ(game.score(), (std::array{0, 1}));
  EXPECT_EQ(game.owners(), (std::vector{1, -1}));
  EXPECT_THROW(game.undo(), BadInput);
}

}  // namespace pipo::test::question_test
