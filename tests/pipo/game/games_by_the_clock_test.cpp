// Complete games of the engine by the clock, without tables: once a move says "solved", the engine
// ends with at least the margin that it named, whatever the opponent does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "pipo/game/engine.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/rules.hpp"

namespace pipo::test::games_by_the_clock_test {

// A game on 4x4 of the engine, which begins, against random moves.
class ClockGame {
 public:
  explicit ClockGame(const std::string& settings, unsigned seed) : random_(seed) {
    say("boardsize 4x4");
    say("time_settings " + settings);
  }

  void play() {
    for (std::string turn; (turn = say("turn")) != "= 0";) turn == "= 1" ? own_move() : reply();
  }

  int lead() {
    int first = 0;
    int second = 0;
    EXPECT_EQ(std::sscanf(say("score").c_str(), "= %d %d", &first, &second), 2);
    return first - second;
  }

  // The greatest final lead that a solved move named.
  std::optional<int> known() const { return known_; }

 private:
  std::string say(const std::string& line) {
    const std::string reply = engine_.reply(line);
    EXPECT_TRUE(reply.starts_with('=')) << line << ": " << reply;
    return reply.substr(0, reply.size() - 2);
  }

  void own_move() {
    const int before = lead();
    const std::string reply = say("genmove");
    std::array<char, 16> edge{};
    int value = 0;
    if (std::sscanf(reply.c_str(), "= %15s solved %d", edge.data(), &value) != 2) return;
    known_ = std::max(before + value, known_.value_or(before + value));
  }

  void reply() {
    const std::vector<int> open = legal_moves(parse_position(say("position").substr(2)));
    say("play " + std::to_string(open[random_() % open.size()]));
  }

  Engine engine_{Solver(Tables(std::vector<std::filesystem::path>()),
                        {.memory = std::uint64_t{1} << 30, .seconds = 1}),
                 ""};
  std::mt19937_64 random_;
  std::optional<int> known_;
};

// After its own move, the engine solves the position while the opponent thinks.
TEST(GamesByTheClock, ThinkOnTheOpponentsTime) {
  Engine engine(Solver(Tables(std::vector<std::filesystem::path>()), {.seconds = 5}), "");
  EXPECT_EQ(engine.ponder(), nullptr);
  engine.reply("load 4x4:1111000000000000000010000100001000010000");
  EXPECT_EQ(engine.ponder(), nullptr);
  engine.reply("genmove");
  EXPECT_NE(engine.ponder(), nullptr);
  EXPECT_NE(engine.ponder(), nullptr);
  engine.reply("# a comment");
  EXPECT_NE(engine.ponder(), nullptr);
  engine.reply("turn");
  EXPECT_EQ(engine.ponder(), nullptr);
  engine.reply("undo");
  engine.reply("level 9");
  engine.reply("genmove");
  EXPECT_EQ(engine.ponder(), nullptr);
  engine.reply("level 10");
  engine.reply("load 1x1:1110");
  engine.reply("genmove");
  EXPECT_EQ(engine.ponder(), nullptr) << "the game is over";
}

TEST(GamesByTheClock, LongRunLoseNothingThatIsKnown) {
  unsigned seed = 1;
  for (const char* settings : {"4 0 0", "0 1 1", "1 2 4"}) {
    ClockGame game(settings, seed++);
    game.play();
    ASSERT_TRUE(game.known()) << settings;
    EXPECT_GE(game.lead(), *game.known()) << settings;
  }
}

}  // namespace pipo::test::games_by_the_clock_test
