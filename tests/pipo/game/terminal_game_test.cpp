// The clocks of a game in the terminal. tests/pipo/command/play_test.cpp plays whole games.
#include "pipo/game/terminal_game.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "probe/base/steady_seconds.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::terminal_game_test {

TerminalGame game_on(const Board& board, int person, const TimeSettings& settings,
                     const SolverOptions& options = {.seconds = 5}) {
  const Solver solver(Tables(std::vector<std::filesystem::path>()), options);
  return {solver, {}, Game(board), person, false, Clock(settings)};
}

void think() {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

TEST(TerminalGame, TheClockOfThePersonRunsFromThePromptToTheMove) {
  TerminalGame game = game_on(Board(1, 1), 0, {.main = 0.025});
  const std::string opening = game.opening();
  EXPECT_TRUE(has(opening, "0-0, time left: you 0:00.0, pipo 0:00.0; your move: ")) << opening;
  think();
  const std::string same_turn = game.reply("board");
  EXPECT_TRUE(has(same_turn, "time left: you over by 0:00.0, pipo 0:00.0; ")) << same_turn;
  game.reply("h0.0");
  const std::string end = game.reply("v0.0");
  EXPECT_TRUE(has(end, "\nTime left: you over by 0:00.")) << end;
  EXPECT_TRUE(end.ends_with("You exceeded your time.\n") ||
              has(end, "You exceeded your time.\npipo exceeded its time.\n"))
      << end;
}

TEST(TerminalGame, TheTimeOfAHintIsThePlayers) {
  // The hint solves a position that takes far more than the person's time.
  TerminalGame game = game_on(Board(3, 4), 0, {.main = 0, .byo = 100, .moves = 1});
  game.opening();
  const double began = steady_seconds();
  const std::string hint = game.reply("hint");
  EXPECT_TRUE(has(hint, "\nbest: ")) << hint;
  ASSERT_GT(steady_seconds() - began, 0.005);
  const std::string prompt = game.reply("");
  EXPECT_TRUE(has(prompt, "you 1:40 for 1 move, pipo 1:40 for 1 move; ")) << prompt;
}

TEST(TerminalGame, ThePlayerKeepsToTheClockFromItsFirstMoveOn) {
  TerminalGame game = game_on(Board(3, 3), 1, {.main = 9});
  EXPECT_EQ(game.limits().seconds, 4.5) << "half of the time, and not the 5 s of the options";
  think();
  // The clock has run since the game began.
  const std::string opening = game.opening();
  EXPECT_TRUE(has(opening, "pipo draws ")) << opening;
  EXPECT_TRUE(has(opening, "time left: you 0:09.0, pipo 0:0")) << opening;
  EXPECT_FALSE(has(opening, "pipo 0:09.0;")) << opening;
  EXPECT_LT(game.limits().seconds, 4.49);
}

TEST(TerminalGame, AnUndoGivesNoTimeBack) {
  TerminalGame game = game_on(Board(2, 2), 0, {.main = 60});
  game.opening();
  const double before = game.limits().seconds;
  game.reply("h0.0");
  const double after = game.limits().seconds;
  EXPECT_LT(after, before);
  game.reply("undo");
  EXPECT_EQ(game.limits().seconds, after);
}

TEST(TerminalGame, WithoutAClockNoTimeIsShown) {
  TerminalGame game = game_on(Board(1, 1), 0, {});
  EXPECT_FALSE(has(game.opening(), "time left"));
  EXPECT_EQ(game.limits().seconds, 5);
  game.reply("h0.0");
  EXPECT_FALSE(has(game.reply("v0.0"), "Time left"));
}

}  // namespace pipo::test::terminal_game_test
