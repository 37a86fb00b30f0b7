// `pipo line`: best play to the end.
#include <gtest/gtest.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <utility>

#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test::line_test {

using nlohmann::json;

class Line : public testing::Test {
 protected:
  static Outcome line(std::vector<std::string> arguments, const std::string& input = {}) {
    return with_made_tables("line", std::move(arguments), input);
  }
};

TEST_F(Line, ListsPlayersMovesAndCaptures) {
  const Outcome outcome = line({"1x2:1010110"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "1x2:1010110\n"
            "layer 4 of 7, value +1: the player to move wins by 1, taking the one box left\n"
            "\n"
            "move  player  edge   takes  score  worth\n"
            "   1  mover   h0.1       -    0-0     +1\n"
            "   2  other   h1.1       -    0-0     -1\n"
            "   3  mover   v0.2       1    1-0     +1\n"
            "\n"
            "+---+---+\n"
            "|   | m |\n"
            "+---+---+\n");
}

TEST_F(Line, ListsEqualMovesOnRequest) {
  const Outcome outcome = line({"--all", "1x1:0000"});
  EXPECT_EQ(outcome.out,
            "1x1:0000\n"
            "layer 0 of 4, value -1: the player to move loses by 1, not taking the one box left\n"
            "\n"
            "move  player  edge   takes  score  worth  as good\n"
            "   1  mover   h0.0       -    0-0     -1  h1.0 v0.0 v0.1\n"
            "   2  other   h1.0       -    0-0     +1  v0.0 v0.1\n"
            "   3  mover   v0.0       -    0-0     -1  v0.1\n"
            "   4  other   v0.1       1    0-1     +1\n"
            "\n"
            "+---+\n"
            "| o |\n"
            "+---+\n");
}

TEST_F(Line, NumbersPlayersIfTurnAndScoreAreKnown) {
  const Outcome outcome = line({"--notation", "moves", "1x2 h0.0; h1.0; v0.0; v0.1; h0.1"});
  EXPECT_EQ(outcome.out,
            "1x2:1110110\n"
            "layer 5 of 7, value -1: the player to move loses by 1, not taking the one box left\n"
            "score 0-1 now, 0-2 in the end under best play, for player 1, who is to move\n"
            "\n"
            "move  player  edge   takes  score  worth\n"
            "   1  1       h1.1       -    0-1     -1\n"
            "   2  2       v0.2       1    0-2     +1\n"
            "\n"
            "+---+---+\n"
            "|   | 2 |\n"
            "+---+---+\n");
  const json answer = json::parse(
      line({"--notation", "moves", "--format", "jsonl", "1x2 h0.0; h1.0; v0.0; v0.1; h0.1"}).out);
  EXPECT_EQ(answer["turn"], 1);
  EXPECT_EQ(answer["final_mover_score"], json::parse("[0,2]"));
}

// For random positions: legal moves to the last edge, each a best one, every best move listed, and
// captures that add up to the value.
TEST_F(Line, JsonAddsUpToTheValue) {
  const Tables tables({made_tables()});
  std::mt19937_64 random(1);
  for (int i = 0; i < 40; ++i) {
    Position position{Board(3, 3), random() & random() & Board(3, 3).all()};
    const Outcome outcome = line({"--all", "--format", "jsonl", to_string(position)});
    ASSERT_EQ(lines(outcome.out).size(), 1U);
    const json answer = json::parse(outcome.out);
    EXPECT_EQ(answer["position"], to_string(position));
    EXPECT_EQ(answer["layer"], position.layer());
    EXPECT_EQ(answer["value"], tables.value(position));
    int margin = 0;
    bool mover = true;
    for (const json& move : answer["line"]) {
      const Answer exact = tables.answer(position);
      const int edge = move["index"];
      EXPECT_EQ(move["edge"], edge_name(position.board, edge));
      EXPECT_EQ(move["mover"], mover);
      EXPECT_EQ(move["value"], exact.value);
      std::vector<std::string> best;
      for (const int one : exact.best) best.push_back(edge_name(position.board, one));
      EXPECT_EQ(move["best"], json(best));
      const int captures = move["captures"];
      margin += mover ? captures : -captures;
      if (captures == 0) mover = !mover;
      position.drawn |= EdgeSet{1} << edge;
    }
    EXPECT_EQ(position.open(), 0U);
    EXPECT_EQ(margin, answer["value"]);
  }
}

TEST_F(Line, TheFullBoardHasNoMoves) {
  const Outcome outcome = line({"1x1:1111"});
  EXPECT_EQ(outcome.out, "1x1:1111\nlayer 4 of 4, value 0: no box is left\n");
  EXPECT_EQ(line({"--format", "jsonl", "1x1:1111"}).out,
            "{\"position\":\"1x1:1111\",\"layer\":4,\"value\":0,\"line\":[],\"by\":\"table\"}\n");
}

TEST_F(Line, SolvesWithoutATable) {
  const TemporaryFolder none;
  for (const char* position : {"3x3:110001000011101010101000", "3x3:000000000000000000000000",
                               "2x4:0001010000000000001010", "1x1:1111"}) {
    for (const char* format : {"text", "jsonl"}) {
      const Outcome solved =
          pipo({"line", "--tables", none.path().string(), "--all", "--format", format, position});
      EXPECT_EQ(solved.code, 0) << solved.err;
      EXPECT_EQ(solved.err, "");
      const std::string by_table = line({"--all", "--format", format, position}).out;
      const auto without_source = [](const std::string& text) {
        return text.substr(0, text.find(",\"by\":"));
      };
      EXPECT_EQ(without_source(solved.out), without_source(by_table));
    }
  }
}

// The text after the last "; " before " would suffice".
std::vector<std::string> sufficient(const std::string& err) {
  const std::size_t end = err.find(" would suffice");
  if (end == err.npos) return {};
  std::istringstream words(err.substr(err.rfind("; ", end) + 2, end - err.rfind("; ", end) - 2));
  return {std::istream_iterator<std::string>(words), {}};
}

TEST_F(Line, NamesLimitsThatSuffice) {
  // 18 of 60 edges, or of 58.
  const std::string middle =
      kSanitized ? "4x6:0100101110000100100000001000101100001000010000001101011000"
                 : "5x5:011100001010001100000011100101010001000000000110000100010000";
  const Outcome time = line({"--time", "1", kEarly});
  EXPECT_TRUE(refused_with(time, 5, " 1.00 s may be used"));
  ASSERT_EQ(sufficient(time.err).size(), 2U) << time.err;
  EXPECT_EQ(sufficient(time.err)[0], "--time");
  const Outcome memory = line({"--memory", "5M", middle});
  EXPECT_EQ(memory.code, 5);
  std::vector<std::string> arguments = sufficient(memory.err);
  ASSERT_EQ(arguments.size(), 2U) << memory.err;
  EXPECT_EQ(arguments[0], "--memory");
  if (kSanitized) return;  // about eleven million values
  arguments.insert(arguments.end(), {"--time", "60", middle});
  const Outcome enough = line(arguments);
  EXPECT_EQ(enough.code, 0) << enough.err;
  // No machine has the memory for this one.
  const Outcome all = line({"5x5:" + std::string(60, '0')});
  EXPECT_EQ(all.code, 5);
  EXPECT_EQ(sufficient(all.err).size(), 0U) << all.err;
}

TEST_F(Line, BadInput) {
  for (const auto& [arguments, reason] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{}, "no position to play from"},
           {{"1x1:01"}, "1x1 needs 4 edges, got 2"},
           {{"1x1:0111", "--picture", "-"}, "exclude each other"},
           {{"1x1:0111", "1x1:0111"}, "unexpected argument"},
           {{"--notation", "moves", "1x1 h0.0; h0.0"}, "column 11"},
           {{"--notation", "moves", "1x1 h0.0; h1.0; v0.0; v0.1; h0.0"},
            "column 29: no edge can follow"}}) {
    const Outcome outcome = line(arguments);
    EXPECT_TRUE(refused_with(outcome, 2, reason));
  }
  const Outcome missing = line({"--time", "0", "2x5:" + std::string(27, '0')});
  EXPECT_TRUE(refused_with(missing, 3, "pipo generate 2x5"));
  EXPECT_TRUE(has(missing.err, "; or give --time ") &&
              has(missing.err, ", so that the position is solved\n"))
      << missing.err;
}

}  // namespace pipo::test::line_test
