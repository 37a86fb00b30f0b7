// `pipo analyse`: games move by move.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <utility>

#include "answers/analysis.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "solve/game_analysis.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test::analyse_test {

using nlohmann::json;

// Returns this many random moves.
std::string random_game(const Board& board, int moves, std::mt19937_64& random) {
  std::vector<int> edges;
  for (int edge = 0; edge < board.edges(); ++edge) edges.push_back(edge);
  std::ranges::shuffle(edges, random);
  std::string text = board.name();
  for (int i = 0; i < moves; ++i) {
    text += (i == 0 ? " " : "; ") + edge_name(board, edges[static_cast<std::size_t>(i)]);
  }
  return text;
}

std::vector<json> parsed(const std::string& out) {
  std::vector<json> all;
  for (const std::string& line : lines(out)) all.push_back(json::parse(line));
  return all;
}

// Splits a line into words.
std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string with_sign(int number) {
  return (number > 0 ? "+" : "") + std::to_string(number);
}

// Returns the text for a range of values between `least` and `most`.
std::string shown(const json& bounds, int least, int most) {
  const int lower = bounds[0], upper = bounds[1];
  if (lower == upper) return with_sign(lower);
  if (lower == least && upper == most) return "?";
  if (upper == most) return ">=" + with_sign(lower);
  if (lower == least) return "<=" + with_sign(upper);
  return with_sign(lower) + ".." + with_sign(upper);
}

TEST(AnalysisSummary, NamesTheSourceForEachRangeOfMoves) {
  const Board board(1, 2);
  const std::vector<int> moves = {0, 1, 2, 3, 4, 5, 6};
  AnalysedGame game =
      analyse_game(played(board, moves), Solver(Tables(std::vector<std::filesystem::path>{})), {});
  ASSERT_EQ(game.unknown, 0);
  game.stretches = {{Method::sweep, 0, 0, 5000, 0.5},
                    {Method::search, 1, 3, 70, 0.25},
                    {Method::table, 4, 7, 0, 0}};
  EXPECT_TRUE(has(analysis_summary(game), "exact: move 1 by ")) << analysis_summary(game);
  EXPECT_TRUE(has(analysis_summary(game), "moves 2 to 4 by a search")) << analysis_summary(game);
  EXPECT_TRUE(has(analysis_summary(game), "moves 5 to 7 by a table")) << analysis_summary(game);
}

class Analyse : public testing::Test {
 protected:
  // A folder without tables.
  Outcome analyse(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"analyse", "--tables", folder_.path().string()});
    return pipo(arguments, input);
  }

  TemporaryFolder folder_;
};

TEST_F(Analyse, ReportsTheLossOfEachMove) {
  const Outcome outcome =
      with_made_tables("analyse", {"1x2 h0.0; h1.0; v0.0; h0.1; v0.1; h1.1; v0.2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, R"(1x2, 7 moves: player 1 has 1 box, player 2 has 1 box

before, after: the margin from here, under best play, for the player who moves, before the
move and after it; lost: how much of it the move threw away; ?: not known

move  player  edge   takes  score    before     after  lost  result       best instead
   1  1       h0.0       -    0-0         0        -2     2  tie to loss  v0.1
   2  2       h1.0       -    0-0        +2        +2     0
   3  1       v0.0       -    0-0        -2        -2     0
   4  2       h0.1       -    0-0        +2         0     2  win to tie   v0.1
   5  1       v0.1       1    1-0         0         0     0
   6  1       h1.1       -    1-0        -1        -1     0
   7  2       v0.2       1    1-1        +1        +1     0

player 1 threw away margin in 1 of 4 moves, 0.5 a move on average: 1 (2)
player 2 threw away margin in 1 of 3 moves, 0.7 a move on average: 4 (2)
a tie, 1-1: decided by move 4 (player 2, h0.1), which turned a win into a tie for that
  player
exact: moves 1 to 7 by a table
)");
}

// Every figure agrees with the table.
TEST_F(Analyse, JsonLinesAgreeWithTheTable) {
  const Tables tables({made_tables()});
  std::mt19937_64 random(1);
  const Board board(3, 3);
  for (int i = 0; i < 6; ++i) {
    const std::string game = random_game(board, 1 + static_cast<int>(random() % 24), random);
    const Outcome by_table = with_made_tables("analyse", {"--format", "jsonl", game});
    ASSERT_EQ(by_table.code, 0) << by_table.err;
    const std::vector<json> all = parsed(by_table.out);
    const json& summary = all.back()["summary"];
    ASSERT_EQ(summary["moves"], all.size() - 1);
    Position position{board, 0};
    std::array<int, 2> score{}, lost{};
    int player = 0;
    for (std::size_t move = 0; move + 1 < all.size(); ++move) {
      const json& line = all[move];
      const Answer exact = tables.answer(position);
      EXPECT_EQ(line["move"], move + 1);
      EXPECT_EQ(line["player"], player + 1);
      EXPECT_EQ(line["position"], to_string(position));
      EXPECT_EQ(line["layer"], move);
      EXPECT_EQ(line["value"], exact.value);
      EXPECT_EQ(line["value_bounds"], json({exact.value, exact.value}));
      EXPECT_EQ(line["by"], "table");
      std::vector<std::string> best;
      for (const int edge : exact.best) best.push_back(edge_name(board, edge));
      EXPECT_EQ(line["best"], json(best));
      const int edge = line["index"];
      EXPECT_EQ(line["edge"], edge_name(board, edge));
      for (const MoveValue& one : exact.moves) {
        if (one.edge != edge) continue;
        EXPECT_EQ(line["after"], one.value);
        EXPECT_EQ(line["captures"], one.captures);
        EXPECT_EQ(line["lost"], exact.value - one.value);
        score[static_cast<std::size_t>(player)] += one.captures;
        lost[static_cast<std::size_t>(player)] += exact.value - one.value;
        if (one.captures == 0) player = 1 - player;
      }
      EXPECT_EQ(line["score"], json(score));
      position.drawn |= EdgeSet{1} << edge;
    }
    EXPECT_EQ(summary["position"], to_string(position));
    EXPECT_EQ(summary["value"], tables.value(position));
    EXPECT_EQ(summary["unknown"], 0);
    EXPECT_EQ(summary["ending"], "done");
    EXPECT_EQ(summary["lost"][0]["margin"], lost[0]);
    EXPECT_EQ(summary["lost"][1]["margin"], lost[1]);
    // Without the table the figures are the same; only their source differs.
    std::vector<json> without = parsed(analyse({"--format", "jsonl", game}).out);
    ASSERT_EQ(without.size(), all.size());
    for (std::size_t move = 0; move + 1 < all.size(); ++move) {
      EXPECT_EQ(std::exchange(without[move]["by"], "table"), "search");
      EXPECT_EQ(without[move], all[move]);
    }
  }
}

TEST_F(Analyse, ReadsTheRecord) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 10; ++i) {
    const std::string game = random_game(Board(2, 3), 1 + static_cast<int>(random() % 17), random);
    const Outcome record = analyse({"--format", "record", game});
    ASSERT_EQ(record.code, 0) << record.err;
    const std::vector<std::string> all = lines(record.out);
    EXPECT_EQ(all.back(), game);
    for (std::size_t line = 0; line + 1 < all.size(); ++line) {
      EXPECT_TRUE(all[line].starts_with("# ")) << all[line];
    }
    EXPECT_EQ(pipo({"convert", "--to", "moves"}, record.out).out, game + "\n");
    const std::string once = analyse({"--format", "jsonl", game}).out;
    const std::string again = analyse({"--format", "jsonl", "--file", "-"}, record.out).out;
    EXPECT_EQ(once.substr(0, once.find("\"seconds\"")), again.substr(0, again.find("\"seconds\"")));
  }
}

TEST_F(Analyse, TheRecordHasTheLosses) {
  const Outcome record =
      with_made_tables("analyse", {"--format", "record", "1x2 h0.0; h1.0; v0.0; v0.1; h0.1"});
  EXPECT_EQ(record.out,
            R"(# Each move with the margin from there, under best play, for the player who moves.
# 1. player 1 h0.0: 0, after it -2: 2 thrown away, a tie turned into a loss; best v0.1
# 2. player 2 h1.0: +2
# 3. player 1 v0.0: -2
# 4. player 2 v0.1: +2
# 5. player 2 h0.1: +1
# player 1 threw away margin in 1 of 2 moves, 1.0 a move on average: 1 (2)
# player 2 threw away nothing in 3 moves
# player 2 wins 2-0 under best play from here: decided by move 1 (player 1, h0.0), which
#   turned a tie into a loss for that player
# exact: moves 1 to 5 by a table
1x2 h0.0; h1.0; v0.0; v0.1; h0.1
)");
}

TEST_F(Analyse, GamesInOtherNotations) {
  const std::string game = "2x3 v1.1; h0.0; h2.1; v0.3; h1.2";
  const Outcome plain = analyse({"--format", "jsonl", "--notation", "moves", game});
  const auto figures = [](const std::string& out) { return out.substr(0, out.find("\"solved\"")); };
  for (const char* notation : {"knox", "openspiel", "ccgc"}) {
    const std::string text = pipo({"convert", "--to", notation}, game + "\n").out;
    const Outcome other = analyse({"--format", "jsonl", "--notation", notation, text});
    EXPECT_EQ(figures(other.out), figures(plain.out)) << notation << other.err;
  }
  for (const char* notation : {"ksquares", "dabble"}) {
    const std::string text = pipo({"convert", "--to", notation}, game + "\n").out;
    const Outcome other =
        analyse({"--format", "jsonl", "--notation", notation, "--file", "-"}, text);
    EXPECT_EQ(figures(other.out), figures(plain.out)) << notation << other.err;
  }
  const std::string amdw = pipo({"convert", "--to", "amdw"}, game + "\n").out;
  EXPECT_EQ(figures(analyse({"--format", "jsonl", "--notation", "amdw", "--ordered", amdw}).out),
            figures(plain.out));
}

// Only positions that 30 MiB can solve have exact values.
TEST_F(Analyse, EarlyMovesHaveBounds) {
  std::mt19937_64 random(3);
  const std::string game = random_game(Board(5, 5), 40, random);
  const Outcome outcome = analyse({"--memory", "30M", game});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<std::string> all = lines(outcome.out);
  const auto title = std::ranges::find_if(
      all, [](const std::string& line) { return line.starts_with("move  player"); });
  ASSERT_GT(all.end() - title, 40);
  const std::vector<std::string> rows(title + 1, title + 41);
  EXPECT_TRUE(has(rows[0], "         ?         ?     ?")) << rows[0];
  EXPECT_TRUE(has(outcome.out, ">=") || has(outcome.out, "<=")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "are too early: only bounds are known; a sweep before move "));
  EXPECT_TRUE(has(outcome.out, "\nnext: value ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, " under best play from here: decided by move ")) << outcome.out;
  const std::vector<json> data =
      parsed(analyse({"--memory", "30M", "--format", "jsonl", game}).out);
  for (std::size_t i = 0; i < 40; ++i) {
    const std::vector<std::string> words = words_of(rows[i]);
    const int captures = data[i]["captures"];
    const int taken = data[i]["score"][0].get<int>() + data[i]["score"][1].get<int>() - captures;
    EXPECT_EQ(words[5], shown(data[i]["value_bounds"], -(25 - taken), 25 - taken)) << rows[i];
    EXPECT_EQ(words[6], shown(data[i]["after_bounds"], 2 * captures - (25 - taken), 25 - taken))
        << rows[i];
  }
  EXPECT_EQ(data[0]["value"], nullptr);
  EXPECT_EQ(data[0]["value_bounds"], json({-25, 25}));
  EXPECT_EQ(data[0]["best"], nullptr);
  EXPECT_EQ(data[0]["lost"], nullptr);
  EXPECT_EQ(data[0]["result"], nullptr);
  EXPECT_EQ(data[0]["by"], nullptr);
  EXPECT_NE(data[39]["value"], nullptr);
  EXPECT_GT(data.back()["summary"]["unknown"], 5);
}

TEST_F(Analyse, NamesTheLimitOfAnUnsolvedMove) {
  std::mt19937_64 random(3);
  const std::string game = random_game(Board(5, 5), 40, random);
  const Outcome memory = analyse({"--memory", "30M", game});
  EXPECT_TRUE(is_one_complaint(memory.err)) << memory.err;
  EXPECT_TRUE(has(memory.err, " are not solved: a sweep before move ")) << memory.err;
  EXPECT_TRUE(has(memory.err, " of memory, but only 30.0 MiB may be used; --memory "))
      << memory.err;
  if (kSanitized) return;  // a sweep of a second
  const Outcome time = analyse({"--time", "1", "--format", "jsonl", game});
  EXPECT_TRUE(is_one_complaint(time.err)) << time.err;
  // On a busy machine the last sweep may be ended by the limit.
  EXPECT_TRUE(has(time.err, ", too much for the rest of the 1.00 s allowed; --time ") ||
              has(time.err, "the time limit of 1.00 s has passed: moves 1 to "))
      << time.err;
  EXPECT_TRUE(has(time.err, "; --time ") && has(time.err, " would solve one more move\n"))
      << time.err;
}

TEST_F(Analyse, WarnsOfAMissingFolder) {
  const TemporaryFolder folder;
  const Outcome outcome = pipo({"analyse", "--tables", folder / "nowhere", "1x1 h0.0"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
}

TEST_F(Analyse, GamesThatAreTooEarlyAreRefused) {
  const Outcome outcome =
      analyse({"--memory", "30M", std::string(kTooLarge) + " h0.0; h1.1; v1.1"});
  EXPECT_TRUE(refused_with(
      outcome, 5,
      "the last one, " + std::string(kTooLarge) + " with 3 edges drawn, would take about "));
}

// Waits until the process handles SIGINT, which takes a while on a busy machine.
const std::string kUntilItListens =
    "until grep -q '^SigCgt:.*[2367abef]$' /proc/$job/status; do sleep 0.05; done; ";

// A search that would take many seconds, on a board for which no sweep has enough memory.
TEST_F(Analyse, CtrlCPrintsTheResultsSoFar) {
  std::mt19937_64 random(4);
  const std::string game = random_game(Board(2, 6), 32, random);
  const Outcome stopped =
      bash("set -m; '" + program() + "' analyse --memory 13M '" + game + "' & job=$!; " +
           kUntilItListens + "sleep 0.5; kill -INT $job; wait $job");
  EXPECT_EQ(stopped.code, 130);
  EXPECT_TRUE(has(stopped.err, "pipo: stopped; moves 1 to ")) << stopped.err;
  EXPECT_TRUE(has(stopped.out, "only bounds are known; the analysis was stopped")) << stopped.out;
  EXPECT_TRUE(has(stopped.out, "\n  32  ")) << stopped.out;
}

TEST_F(Analyse, BadInput) {
  for (const auto& [arguments, reason] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{}, "no game to analyse"},
           {{"1x1 h0.0; h0.0"}, "column 11"},
           {{"1x1 h0.0; h0.5"}, "column 14: expected an edge such as h0.0, got '5'"},
           {{"3x3 13; 4"}, "openspiel"},
           {{"1x1:0111"}, "without the order of its moves"},
           {{"--notation", "amdw", "2x2 0 0 t"}, "without the order of its moves"},
           {{"--notation", "moves", "2x2"}, "no move"},
           {{"1x1 h0.0", "--file", "-"}, "exclude each other"},
           {{"--notation", "chess", "1x1 h0.0"}, "is not a notation"},
           {{"--time", "0", "1x1 h0.0"}, "--time"},
           {{"--memory", "0", "1x1 h0.0"}, "is not a size"},
           {{"--mover-score", "5-3", "1x1 h0.0"}, "5-3"},
           {{"--format", "csv", "1x1 h0.0"}, "--format"}}) {
    const Outcome outcome = analyse(arguments);
    EXPECT_TRUE(refused_with(outcome, 2, reason));
  }
  const Outcome picture = analyse({"--picture", "-"}, "+--+\n|  |\n+  +\n");
  EXPECT_EQ(picture.code, 2);
  EXPECT_TRUE(has(picture.err, "without the order of its moves")) << picture.err;
  const Outcome memory = analyse({"--memory", "900T", "1x1 h0.0"});
  EXPECT_TRUE(refused_with(memory, 5, "--memory allows 900 TiB, but only "));
}

}  // namespace pipo::test::analyse_test
