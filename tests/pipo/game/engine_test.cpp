// `pipo engine`: the protocol.
#include "pipo/game/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <sstream>
#include <string>
#include <system_error>

#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "tests/pipo/game/asked_engine.hpp"

namespace pipo::test::engine_test {

class EngineTest : public AskedEngine {};

TEST_F(EngineTest, NamesItself) {
  EXPECT_EQ(ask("name"), "Pipopipette");
  EXPECT_EQ(ask("version"), "1.2.3");
  EXPECT_EQ(ask("protocol_version"), "2");
  EXPECT_EQ(ask("turn"), "1") << "before any other command";
  EXPECT_EQ(ask("known_command genmove"), "true");
  EXPECT_EQ(ask("known_command kill"), "false");
  const std::vector<std::string> commands = lines(ask("list_commands") + "\n");
  EXPECT_EQ(commands.size(), 27U);
  EXPECT_TRUE(std::ranges::is_sorted(commands));
  for (const std::string& command : commands) EXPECT_EQ(ask("known_command " + command), "true");
  for (const char* command : {"boardsize", "start", "play", "undo", "genmove", "value", "moves",
                              "line", "score", "showboard", "load", "list_commands", "quit"}) {
    EXPECT_TRUE(std::ranges::find(commands, command) != commands.end()) << command;
  }
}

TEST_F(EngineTest, RepeatsNumbersAndIgnoresCommentsAndControlCharacters) {
  EXPECT_EQ(engine_.reply("12 name"), "=12 Pipopipette\n\n");
  EXPECT_EQ(engine_.reply("0 bluff"),
            "?0 unknown command 'bluff'; list_commands lists the commands\n\n");
  EXPECT_EQ(engine_.reply("12"), "?12 no command after the number\n\n");
  EXPECT_EQ(engine_.reply(" \tname # and more\r"), "= Pipopipette\n\n");
  EXPECT_EQ(engine_.reply("na\x07me"), "= Pipopipette\n\n");
  EXPECT_EQ(engine_.reply("na\x7fme"), "= Pipopipette\n\n");
  for (const char* nothing : {"", "   ", "# only this", "\r", "\t"}) {
    EXPECT_EQ(engine_.reply(nothing), "") << nothing;
  }
}

TEST_F(EngineTest, AGameByHand) {
  EXPECT_EQ(ask("boardsize 1x1"), "");
  EXPECT_EQ(ask("turn"), "1");
  EXPECT_EQ(ask("play h0.0"), "");
  EXPECT_EQ(ask("play 2 1"), "");  // h1.0 by its index
  EXPECT_EQ(ask("value"), "-1");
  EXPECT_EQ(ask("moves"), "v0.0 -1\nv0.1 -1");
  EXPECT_EQ(ask("line"), "v0.0 v0.1");
  EXPECT_EQ(ask("hint 1"), "v0.0 table -1");
  EXPECT_EQ(ask("position"), "1x1:1100");
  EXPECT_EQ(ask("genmove"), "v0.0 table -1");
  EXPECT_EQ(ask("reason"), "exact: 2 of 2 moves keep -1");
  EXPECT_EQ(ask("genmove 2"), "v0.1 table 1");
  EXPECT_EQ(ask("turn"), "0");
  EXPECT_EQ(ask("score"), "0 1");
  EXPECT_EQ(ask("value"), "0");
  EXPECT_EQ(ask("moves"), "");
  EXPECT_EQ(ask("line"), "");
  EXPECT_EQ(ask("showboard"), "\n+---+\n| 2 |\n+---+");
  EXPECT_EQ(ask("undo"), "");
  EXPECT_EQ(ask("score"), "0 0");
  EXPECT_EQ(ask("showboard"), "\n+--+\n|\n+--+");
  EXPECT_EQ(ask("clear_board"), "");
  EXPECT_EQ(ask("position"), "1x1:0000");
}

TEST_F(EngineTest, BoardsStartsAndLoading) {
  ask("boardsize 2 4");
  EXPECT_EQ(ask("position"), "2x4:" + std::string(22, '0'));
  ask("start swedish");
  EXPECT_EQ(ask("position"), "2x4:1111000011111000110001");
  ask("play v0.1");
  ask("clear_board");
  EXPECT_EQ(ask("position"), "2x4:1111000011111000110001");
  ask("load 1x2:1110110");
  EXPECT_EQ(ask("turn"), "1");
  EXPECT_EQ(ask("score"), "0 0");
  refused("undo");
  ask("load moves 1x2 h0.0; h1.0; v0.0; v0.1; h0.1");
  EXPECT_EQ(ask("turn"), "1");
  EXPECT_EQ(ask("score"), "0 1");
  ask("undo");
  EXPECT_EQ(ask("position"), "1x2:1010110");
  // Returns to the loaded game, including turn and score.
  ask("load moves 1x2 h0.0; h1.0; v0.0; v0.1");
  ask("play h0.1");
  ask("clear_board");
  EXPECT_EQ(ask("turn"), "2");
  EXPECT_EQ(ask("score"), "0 1");
  EXPECT_EQ(ask("position"), "1x2:1010110");
  ask("load auto 2x2 0 0 t; 1 1 r");
  EXPECT_EQ(ask("position"), "2x2:100000000001");
  ask("load dbn 1x1:1000");
  EXPECT_EQ(ask("position"), "1x1:1000");
}

TEST_F(EngineTest, ANewGameHasNoReasonYet) {
  for (const char* command : {"clear_board", "boardsize 1x1", "start swedish", "load 1x1:1000"}) {
    ask("boardsize 1x1");
    ask("genmove");
    EXPECT_NE(ask("reason"), "");
    ask(command);
    EXPECT_TRUE(has(refused("reason"), "no move has been chosen")) << command;
  }
}

TEST_F(EngineTest, SolvesWithoutATable) {
  ask("boardsize 1x3");
  EXPECT_EQ(ask("value"), "-1");
  EXPECT_EQ(lines(ask("moves") + "\n").size(), 10U);
  EXPECT_TRUE(has(ask("genmove"), " solved -1")) << ask("position");
  EXPECT_TRUE(has(ask("reason"), "exact: ")) << ask("reason");
  while (ask("turn") != "0") EXPECT_TRUE(has(ask("genmove"), " solved ")) << ask("position");
  EXPECT_EQ(ask("score"), "1 2");
  ask("clear_board");
  // The line is best play.
  std::istringstream line(ask("line"));
  for (std::string edge; line >> edge;) ask("play " + edge);
  EXPECT_EQ(ask("score"), "1 2");
}

// After an error of the system, such as too few threads, nothing has changed.
TEST_F(EngineTest, AnswersErrorsOfTheSystemAndContinues) {
  bool exhausted = true;
  SolverOptions options;
  options.stopped = [&]() -> bool {
    if (!exhausted) return false;
    throw std::system_error(EAGAIN, std::generic_category());
  };
  Engine engine{Solver(tables_, options), "1.2.3"};
  EXPECT_EQ(engine.reply("boardsize 3x4"), "=\n\n");
  for (const char* const question : {"value", "genmove", "moves"}) {
    const std::string reply = engine.reply(question);
    EXPECT_TRUE(reply.starts_with("? no more threads can be started")) << reply;
    EXPECT_TRUE(has(reply, "ulimit -u")) << reply;
  }
  exhausted = false;
  EXPECT_EQ(engine.reply("value"), "= 0\n\n");
}

TEST_F(EngineTest, TimeLimitsTheQuestions) {
  EXPECT_EQ(ask("time"), "60");
  ask("boardsize 1x3");
  EXPECT_EQ(ask("time 0"), "");
  EXPECT_EQ(ask("time"), "0");
  ask("time 1.5");
  EXPECT_EQ(ask("time"), "1.5");
  ask("time 0");
  EXPECT_TRUE(has(ask("hint"), " theory")) << ask("hint");
  EXPECT_TRUE(has(refused("value"), "no table")) << refused("value");
  ask("time 10");
  EXPECT_EQ(ask("time"), "10");
  EXPECT_EQ(ask("value"), "-1");
  for (const char* bad : {"time x", "time -1", "time 1,5", "time 99999999999"}) {
    EXPECT_TRUE(has(refused(bad), "is not a number of seconds")) << bad;
  }
  EXPECT_EQ(ask("time"), "10");
  // A position that is too large.
  ask("boardsize " + std::string(kTooLarge));
  EXPECT_TRUE(has(ask("hint"), " rule-of-thumb"));
  for (const char* question : {"value", "moves", "line"}) {
    EXPECT_TRUE(
        has(refused(question), std::string(kTooLarge) + " with 0 edges drawn would take about "))
        << question;
  }
}

TEST_F(EngineTest, TheClockLimitsMoves) {
  ask("boardsize 2x5");
  ask("start swedish");
  EXPECT_TRUE(has(ask("hint"), " solved "));
  // The time is used up: only remembered values are used, and there are none for this board.
  ask("boardsize 3x5");
  ask("time_left 1 0 0");
  EXPECT_FALSE(has(ask("hint"), " solved "));
  ask("clear_board");
  EXPECT_EQ(ask("time"), "60") << "a clock leaves --time alone";
  ask("time 0");
  ask("time_settings 0 60 1");
  EXPECT_FALSE(has(ask("hint"), " solved ")) << "--time 0 allows tables only, with a clock, too";
}

TEST_F(EngineTest, TheClockRefusesNonsense) {
  for (const char* bad : {"time_settings x 0 0", "time_settings 0 -1 0", "time_left 1 x 0"}) {
    EXPECT_TRUE(has(refused(bad), "is not a number of seconds")) << bad;
  }
  for (const char* bad : {"time_settings 0 1 x", "time_settings 0 1 -1", "time_left 1 1 1.5"}) {
    EXPECT_TRUE(has(refused(bad), "is not a number of moves")) << bad;
  }
  EXPECT_TRUE(has(refused("time_left 3 1 0"), "'3' is not a player"));
  EXPECT_TRUE(has(refused("time_left 1 1"), "usage: time_left PLAYER SECONDS MOVES"));
}

TEST_F(EngineTest, RefusedCommandsChangeNothing) {
  ask("time 0");
  ask("boardsize 1x3");
  ask("play h0.0");
  const std::string before = ask("position");
  for (const auto& [line, reason] : std::vector<std::pair<std::string, std::string>>{
           {"play h0.0", "h0.0 is drawn already"},
           {"play 1 v0.0", "player 2 is to move"},
           {"play 3 v0.0", "'3' is not a player; give 1 or 2"},
           {"play h9.0", "'h9.0' is not an edge of 1x3"},
           {"play", "usage: play [PLAYER] EDGE"},
           {"play 1 2 3", "usage: play [PLAYER] EDGE"},
           {"genmove black", "'black' is not a player"},
           {"genmove 1", "player 2 is to move"},
           {"boardsize", "usage: boardsize"},
           {"boardsize 99x99", "99"},
           {"boardsize 3 x", "x"},
           {"start islandic", "islandic"},
           {"start 1x1:0000", "1x1"},
           {"load", "usage: load"},
           {"load 1x1:01", "1x1 needs 4 edges, got 2"},
           {"load nonsense 1x1 x", "nonsense"},
           {"load ksquares 3,3", "takes several lines"},
           {"load moves 1x2 h0.0; h0.0", "h0.0"},
           {"reason", "no move has been chosen"},
           {"value", "1x3"},
           {"moves", "1x3"},
           {"line", "1x3"},
           {"\x01\xff\xfe", "unknown command"},
           {std::string(5000, 'x'), "unknown command"}}) {
    EXPECT_NE(refused(line).find(reason), std::string::npos) << line << ": " << refused(line);
    EXPECT_EQ(ask("position"), before) << line;
    EXPECT_EQ(ask("turn"), "2") << line;
  }
  ask("undo");
  refused("undo");
  for (int edge = 0; edge < 10; ++edge) {
    ask("play " + std::to_string(edge));
  }
  EXPECT_EQ(refused("genmove"), "the game is over: every edge is drawn");
  EXPECT_EQ(refused("genmove 1"), "the game is over: every edge is drawn");
  EXPECT_EQ(refused("play h0.0"), "the game is over: every edge is drawn");
}

TEST_F(EngineTest, AnswersGarbageAndContinues) {
  std::mt19937_64 random(4);
  const std::vector<std::string> words = {"play",  "genmove", "undo", "load", "h0.0", "1",
                                          "start", "3x3",     "0",    ":",    "v1.1", "moves"};
  for (int i = 0; i < 3000; ++i) {
    std::string line;
    for (auto n = random() % 12; n > 0; --n) {
      if (random() % 2 == 0) {
        line += words[random() % words.size()] + " ";
      } else {
        line += static_cast<char>(random());
      }
    }
    const std::string reply = engine_.reply(line);
    if (reply.empty()) continue;
    EXPECT_TRUE(reply[0] == '=' || reply[0] == '?') << reply;
    EXPECT_EQ(reply.find("\n\n"), reply.size() - 2) << reply;
  }
  EXPECT_FALSE(engine_.ended());
  ask("boardsize 3x3");
  EXPECT_EQ(ask("value"), "-3");
}

TEST_F(EngineTest, Levels) {
  EXPECT_EQ(ask("level"), "10");
  EXPECT_EQ(ask("level 1"), "");
  EXPECT_EQ(ask("level"), "1");
  EXPECT_EQ(ask("hint"), "h0.0 rule-of-thumb");
  EXPECT_EQ(refused("level 11"), "11 is not a level; levels are 1 to 10");
  EXPECT_EQ(refused("level high"), "'high' is not a level; levels are 1 to 10");
  EXPECT_EQ(ask("level"), "1");
  EXPECT_EQ(ask("level 10"), "");
  EXPECT_TRUE(ask("hint").find(" table ") != std::string::npos);
}

TEST(EngineProgram, ScriptsBadLinesAndTheEnd) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  const std::string tables = folder.path().string();
  const Outcome done =
      pipo({"engine", "--tables", tables},
           "boardsize 1x1\n" + std::string(100000, 'x') + "\ngenmove\nquit\nname\n");
  EXPECT_EQ(done.code, 0);
  EXPECT_EQ(done.err, "");
  EXPECT_EQ(done.out,
            "=\n\n? the line is longer than 64 KiB, the limit\n\n= h0.0 table -1\n\n=\n\n");
  // The input ends without quit in the middle of a line.
  EXPECT_EQ(pipo({"engine", "--tables", tables}, "name").out, "= Pipopipette\n\n");
  for (const char* option : {"--level=9", "--time=0"}) {
    EXPECT_EQ(pipo({"engine", "--samples", option}, "").code, 2) << option;
  }
  // Without tables and without time the engine plays by the theory.
  const std::string game = "boardsize 1x1\ngenmove\n";
  const Outcome none = pipo({"engine", "--tables", tables + "/none"}, game);
  EXPECT_EQ(none.code, 0);
  EXPECT_TRUE(has(none.out, "= h0.0 solved -1")) << none.out;
  EXPECT_TRUE(has(none.err, "/none: this folder of tables cannot be opened")) << none.err;
  const Outcome theory = pipo({"engine", "--time", "0", "--tables", tables + "/none"}, game);
  EXPECT_TRUE(has(theory.out, "= h0.0 theory")) << theory.out;
  EXPECT_EQ(pipo({"engine", "more"}).code, 2);
}

TEST(EngineProgram, ReportsADamagedTableOnceAndPlaysWithoutIt) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"2x2"});
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "2x2")) {
    if (entry.path().extension() != ".json") write_file(entry.path(), "nonsense");
  }
  const std::string game = "boardsize 2x2\ngenmove\nvalue\ngenmove\nquit\n";
  const Outcome solved = pipo({"engine", "--tables", folder.path().string()}, game);
  EXPECT_TRUE(has(solved.out, " solved 2\n")) << solved.out;
  EXPECT_TRUE(has(solved.out, "= -2\n")) << solved.out;
  EXPECT_TRUE(has(solved.out, " solved -2\n")) << solved.out;
  EXPECT_EQ(lines(solved.err).size(), 1U) << solved.err;
  const Outcome outcome = pipo({"engine", "--time", "0", "--tables", folder.path().string()}, game);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("= h0.0 rule-of-thumb\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n? "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(" theory\n"), std::string::npos) << outcome.out;
  EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
}

std::string without_spaces_at_ends(const std::string& text) {
  std::string result;
  for (const std::string& line : lines(text)) {
    result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return result;
}

// The session in docs/engine.md equals the output of the engine.
TEST_F(EngineTest, TheSessionInTheDocument) {
  const std::string document = read_file(PIPO_DOCS "/engine.md");
  const std::size_t begin = document.find("```\n< ");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = document.find("```\n", begin + 4);
  std::string said;
  int commands = 0;
  const std::string context = document.substr(begin + 4, end - begin - 4);
  for (const std::string& line : lines(context)) {
    if (!line.starts_with("< ")) continue;
    said += line + "\n" + engine_.reply(line.substr(2));
    ++commands;
  }
  EXPECT_EQ(without_spaces_at_ends(said), context);
  EXPECT_EQ(commands, 10);
  EXPECT_TRUE(engine_.ended());
  // The page's table lists every command.
  for (const std::string& command : lines(ask("list_commands") + "\n")) {
    EXPECT_NE(document.find("`" + command), std::string::npos) << command;
  }
}

TEST_F(EngineTest, PlaysLargeBoards) {
  EXPECT_EQ(ask("boardsize 7x7"), "");
  EXPECT_EQ(ask("start swedish"), "");
  EXPECT_EQ(ask("load moves 7x7 h0.0; h1.0; v0.0"), "");
  EXPECT_EQ(ask("turn"), "2");
  EXPECT_EQ(ask("genmove").substr(0, 5), "v0.1 ") << "takes the box";
  EXPECT_EQ(ask("score"), "0 1");
  EXPECT_EQ(ask("turn"), "2");
  EXPECT_NE(ask("genmove"), "");
  EXPECT_EQ(ask("turn"), "1");
  EXPECT_EQ(ask("play 111"), "");
  EXPECT_EQ(ask("undo"), "");
  EXPECT_EQ(engine_.reply("boardsize 21x21").substr(0, 22), "? '21x21' has 924 edge");
}

}  // namespace pipo::test::engine_test
