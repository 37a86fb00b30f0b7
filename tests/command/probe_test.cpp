#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "tests/command/support.hpp"

namespace pipo::test {
namespace {

class Probe : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"1x1", "1x2", "2x2"}); }

  Outcome probe(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"--tables", folder_.path().string(), "probe"});
    return pipo(arguments, input);
  }

  TemporaryFolder folder_;
};

TEST_F(Probe, jsonl_lines_are_as_promised) {
  const Outcome answered = probe({"--format", "jsonl", "1x1:0111", "1x1:1111", "1x1:0011"});
  EXPECT_EQ(answered.code, 0);
  EXPECT_EQ(answered.err, "");
  EXPECT_EQ(
      answered.out,
      R"({"position":"1x1:0111","layer":3,"value":1,"moves":[{"edge":"h0.0","index":0,"captures":1,"value":1}],"best":["h0.0"]})"
      "\n"
      R"({"position":"1x1:1111","layer":4,"value":0,"moves":[],"best":[]})"
      "\n"
      R"({"position":"1x1:0011","layer":2,"value":-1,"moves":[{"edge":"h0.0","index":0,"captures":0,"value":-1},{"edge":"h1.0","index":1,"captures":0,"value":-1}],"best":["h0.0","h1.0"]})"
      "\n");
}

TEST_F(Probe, every_jsonl_line_is_json_with_a_move_for_each_open_edge) {
  const Outcome answered = probe({"--format", "jsonl", "2x2:000000000000", "2x2:110000110000"});
  ASSERT_EQ(answered.code, 0) << answered.err;
  for (const std::string& line : lines(answered.out)) {
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["moves"].size() + json["layer"].get<std::size_t>(), 12U);
    int best = -99;
    for (const auto& move : json["moves"]) best = std::max(best, move["value"].get<int>());
    EXPECT_EQ(json["value"], best);
  }
}

TEST_F(Probe, the_text_shows_value_picture_and_best_moves) {
  // The player who draws h0.0 takes the one box; nothing else is left.
  EXPECT_EQ(probe({"1x1:0111"}).out,
            "1x1:0111\n"
            "layer 3 of 4, value +1: the player to move wins by 1, taking 1 of the 1 box left\n"
            "\n"
            "+ 1 +\n"
            "|   |\n"
            "+---+\n"
            "\n"
            "best: h0.0\n");
}

TEST_F(Probe, the_text_of_a_loss_a_tie_and_the_end) {
  EXPECT_NE(probe({"1x1:0011"})
                .out.find("value -1: the player to move loses by 1, taking 0 of the 1 box"),
            std::string::npos);
  EXPECT_NE(
      probe({"1x2:0000000"}).out.find("value 0: a tie, each player takes 1 of the 2 boxes left"),
      std::string::npos);
  const std::string end = probe({"1x1:1111"}).out;
  EXPECT_NE(end.find("value 0: no box is left"), std::string::npos);
  EXPECT_EQ(end.find("best"), std::string::npos);
}

TEST_F(Probe, moves_that_are_all_best_are_counted) {
  EXPECT_NE(probe({"1x1:0000"}).out.find("best: all 4 moves"), std::string::npos);
}

TEST_F(Probe, text_answers_are_separated_by_an_empty_line) {
  const std::string one = probe({"1x1:0111"}).out, other = probe({"1x1:1111"}).out;
  EXPECT_EQ(probe({"1x1:0111", "1x1:1111"}).out, one + "\n" + other);
}

TEST_F(Probe, a_transposed_board_is_answered_in_its_own_notation) {
  const auto wide = nlohmann::json::parse(probe({"--format", "jsonl", "1x2:1111000"}).out);
  // The same position turned: its two rows are the two columns there.
  const auto tall = nlohmann::json::parse(probe({"--format", "jsonl", "2x1:0001111"}).out);
  EXPECT_EQ(tall["position"], "2x1:0001111");
  EXPECT_EQ(tall["value"], wide["value"]);
  EXPECT_EQ(wide["moves"][0]["edge"], "v0.0");
  EXPECT_EQ(tall["moves"][0]["edge"], "h0.0");
}

TEST_F(Probe, bad_positions_say_what_is_wrong) {
  for (const char* position : {"1x1:011", "1x1:01111", "1x1:01a1", "1x1", "1x1:", "0x1:00", "9x9:0",
                               "1y1:0000", ":0000", "1x1:0111 ", "hello"}) {
    const Outcome refused = probe({position});
    EXPECT_EQ(refused.code, 2) << position;
    EXPECT_EQ(refused.out, "") << position;
    EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
  }
  EXPECT_NE(probe({"1x1:011"}).err.find("1x1 needs 4 edges, got 3"), std::string::npos);
}

TEST_F(Probe, a_bad_position_is_told_before_missing_tables) {
  for (const char* format : {"text", "jsonl"}) {
    const auto nowhere = [&](const std::vector<std::string>& positions) {
      std::vector<std::string> arguments = {"probe", "--tables", "/does/not/exist", "--format",
                                            format};
      arguments.insert(arguments.end(), positions.begin(), positions.end());
      return pipo(arguments);
    };
    EXPECT_EQ(nowhere({"1x1:01"}).code, 2);
    EXPECT_NE(nowhere({"1x1:01"}).err.find("1x1 needs 4 edges, got 2"), std::string::npos);
    EXPECT_EQ(nowhere({"1x1:01", "1x1:0111"}).code, 3);
  }
  EXPECT_EQ(pipo({"probe", "--tables", "/does/not/exist", "--picture", "-"}, "+--x").code, 2);
}

TEST_F(Probe, a_picture_is_read_from_a_file_and_from_standard_input) {
  const std::string picture = "+  +\n|  |\n+--+\n";
  write_file(folder_ / "picture.txt", picture);
  const std::string answer = probe({"1x1:0111"}).out;
  EXPECT_EQ(probe({"--picture", folder_ / "picture.txt"}).out, answer);
  EXPECT_EQ(probe({"--picture", "-"}, picture).out, answer);
}

TEST_F(Probe, a_bad_picture_is_refused_with_the_place) {
  const Outcome refused = probe({"--picture", "-"}, "+--+\n|  x\n+--+\n");
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
  EXPECT_NE(refused.err.find("standard input"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("2"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace pipo::test
