#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "tests/pipo/support.hpp"

namespace pipo::test::probe_test {

class Probe : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"1x1", "1x2", "2x2"}); }

  Outcome probe(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"--tables", folder_.path().string(), "probe"});
    return pipo(arguments, input);
  }

  TemporaryFolder folder_;
};

TEST_F(Probe, JsonlLinesHaveTheDocumentedForm) {
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

TEST(ProbeOfAStart, NamesTheTableOfAMirrorImage) {
  const TemporaryFolder folder;
  const std::string tables = folder.path().string();
  ASSERT_EQ(pipo({"--tables", tables, "generate", "2x3", "--start", "icelandic"}).code, 0);
  // The right and the top edges are drawn: the start rotated by 180 degrees.
  const std::string position = "2x3:11100000000010001";
  const Outcome text = pipo({"--tables", tables, "probe", position});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("value +4"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("from the table 2x3-icelandic\n"), std::string::npos) << text.out;
  const Outcome json = pipo({"--tables", tables, "probe", "--format", "jsonl", position});
  EXPECT_NE(json.out.find(R"("table":"2x3-icelandic"})"), std::string::npos) << json.out;
  // Too few edges for the start. Of several tables, the one with the latest start answers.
  EXPECT_EQ(pipo({"--tables", tables, "probe", "2x3:11100000000000001"}).code, 3);
  ASSERT_EQ(pipo({"--tables", tables, "generate", "2x3"}).code, 0);
  EXPECT_EQ(pipo({"--tables", tables, "probe", position}).out, text.out);
  EXPECT_EQ(pipo({"--tables", tables, "probe", "2x3:11100000000000001"}).code, 0);
}

TEST_F(Probe, EveryJsonlLineIsJsonWithAMoveForEachOpenEdge) {
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

TEST_F(Probe, TheTextShowsValuePictureAndBestMoves) {
  // The player who draws h0.0 takes the one box and ends the game.
  EXPECT_EQ(probe({"1x1:0111"}).out,
            "1x1:0111\n"
            "layer 3 of 4, value +1: the player to move wins by 1, taking the one box left\n"
            "\n"
            "+ 1 +\n"
            "|   |\n"
            "+---+\n"
            "\n"
            "best: h0.0\n");
}

TEST_F(Probe, TheTextOfALossATieAndTheEnd) {
  EXPECT_NE(probe({"1x1:0011"})
                .out.find("value -1: the player to move loses by 1, not taking the one box left"),
            std::string::npos);
  EXPECT_NE(
      probe({"1x2:0000000"}).out.find("value 0: a tie, each player takes 1 of the 2 boxes left"),
      std::string::npos);
  const std::string end = probe({"1x1:1111"}).out;
  EXPECT_NE(end.find("value 0: no box is left"), std::string::npos);
  EXPECT_EQ(end.find("best"), std::string::npos);
}

TEST_F(Probe, MovesThatAreAllBestAreCounted) {
  EXPECT_NE(probe({"1x1:0000"}).out.find("best: all 4 moves"), std::string::npos);
}

TEST_F(Probe, TextAnswersAreSeparatedByAnEmptyLine) {
  const std::string one = probe({"1x1:0111"}).out, other = probe({"1x1:1111"}).out;
  EXPECT_EQ(probe({"1x1:0111", "1x1:1111"}).out, one + "\n" + other);
}

TEST_F(Probe, ATransposedBoardIsAnsweredInItsOwnNotation) {
  const auto wide = nlohmann::json::parse(probe({"--format", "jsonl", "1x2:1111000"}).out);
  // The same position on the turned board: its two rows become two columns.
  const auto tall = nlohmann::json::parse(probe({"--format", "jsonl", "2x1:0001111"}).out);
  EXPECT_EQ(tall["position"], "2x1:0001111");
  EXPECT_EQ(tall["value"], wide["value"]);
  EXPECT_EQ(wide["moves"][0]["edge"], "v0.0");
  EXPECT_EQ(tall["moves"][0]["edge"], "h0.0");
}

TEST_F(Probe, BadPositionsAreErrorsThatNameTheFault) {
  for (const char* position : {"1x1:011", "1x1:01111", "1x1:01a1", "1x1", "1x1:", "0x1:00", "9x9:0",
                               "1y1:0000", ":0000", "1x1:0111 ", "hello"}) {
    const Outcome refused = probe({position});
    EXPECT_EQ(refused.code, 2) << position;
    EXPECT_EQ(refused.out, "") << position;
    EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
  }
  EXPECT_NE(probe({"1x1:011"}).err.find("1x1 needs 4 edges, got 3"), std::string::npos);
}

TEST_F(Probe, ABadPositionDoesNotStopTheOthers) {
  const std::string answer = probe({"1x1:0111"}).out;
  for (const std::vector<std::string>& positions :
       {std::vector<std::string>{"1x1:0111", "1x1:01"}, {"1x1:01", "1x1:0111"}}) {
    const Outcome answered = probe(positions);
    EXPECT_EQ(answered.code, 2);
    EXPECT_EQ(answered.out, answer);
    EXPECT_TRUE(is_one_complaint(answered.err)) << answered.err;
    EXPECT_NE(answered.err.find("1x1 needs 4 edges, got 2"), std::string::npos) << answered.err;
  }
}

TEST_F(Probe, WithoutATableNamesTheCommandThatSolvesThePosition) {
  const Outcome small = probe({"--notation", "moves", "1x3 h0.0"});
  EXPECT_TRUE(refused_with(small, 3, "; or 'pipo solve 1x3:1000000000' solves it\n"));
  const Outcome large = probe({kTooLargeEmpty});
  EXPECT_EQ(large.code, 3);
  EXPECT_FALSE(has(large.err, "pipo solve")) << large.err;
  const TemporaryFolder folder;
  const Outcome none = pipo({"probe", "--tables", folder / "nowhere", "1x1:0000"});
  EXPECT_TRUE(
      refused_with(none, 3, "--tables or PIPO_TABLES; or 'pipo solve 1x1:0000' solves it\n"));
}

TEST_F(Probe, SaysThatNoTableCoversALargeBoardEvenWithoutAFolder) {
  const TemporaryFolder folder;
  const Outcome refused =
      pipo({"probe", "--tables", folder / "nowhere", "7x7:" + std::string(112, '0')});
  EXPECT_TRUE(refused_with(refused, 3, "no table can cover 7x7"));
}

TEST_F(Probe, ABadPositionHasPriorityOverMissingTables) {
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

TEST_F(Probe, APictureIsReadFromAFileAndFromStandardInput) {
  const std::string picture = "+  +\n|  |\n+--+\n";
  write_file(folder_ / "picture.txt", picture);
  const std::string answer = probe({"1x1:0111"}).out;
  EXPECT_EQ(probe({"--picture", folder_ / "picture.txt"}).out, answer);
  EXPECT_EQ(probe({"--picture", "-"}, picture).out, answer);
}

// The part of an answer between its first two empty lines.
std::string picture_in(const std::string& answer) {
  const std::size_t begin = answer.find("\n\n") + 2;
  return answer.substr(begin, answer.find("\n\n", begin) + 1 - begin);
}

TEST_F(Probe, ReadsThePictureOfAnAnswer) {
  for (const char* position : {"1x1:0111", "2x2:000000000000", "2x2:100101001001", "1x2:0001000"}) {
    const std::string answer = probe({position}).out;
    EXPECT_EQ(probe({"--picture", "-"}, picture_in(answer)).out, answer);
    EXPECT_EQ(probe({"--picture", "-"}, answer).code, 2) << "the whole answer is not a picture";
  }
}

TEST_F(Probe, ABadPictureIsRefusedWithThePlace) {
  const Outcome refused = probe({"--picture", "-"}, "+--+\n|  x\n+--+\n");
  EXPECT_TRUE(refused_with(refused, 2, "standard input"));
  EXPECT_NE(refused.err.find("2"), std::string::npos) << refused.err;
}

}  // namespace pipo::test::probe_test
