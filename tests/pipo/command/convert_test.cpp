// pipo convert
#include <gtest/gtest.h>

#include "pipopipette/notations.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::convert_test {

Outcome convert(std::vector<std::string> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), "convert");
  return pipo(arguments, input);
}

TEST(Convert, LinesFromStandardInputAndFromAFile) {
  const std::string games = "3x3 h1.0; v2.0\n\n# a comment\n  2x2 h0.0\r\n";
  const std::string expected = "3x3 0 1 t; 0 2 l\n2x2 0 0 t\n";
  const Outcome piped = convert({"--from", "moves", "--to", "amdw"}, games);
  EXPECT_EQ(piped.code, 0);
  EXPECT_EQ(piped.err, "");
  EXPECT_EQ(piped.out, expected);
  EXPECT_EQ(convert({"--to", "amdw"}, games).out, expected);
  EXPECT_EQ(convert({"-", "--to", "amdw"}, "\xef\xbb\xbf" + games).out, expected);
  const TemporaryFolder folder;
  write_file(folder / "games.txt", games);
  EXPECT_EQ(convert({folder / "games.txt", "--to", "amdw"}).out, expected);
}

TEST(Convert, WholeFiles) {
  const std::string game = "3,3\n(1, 0) - (2, 0)\n(0, 1) - (1, 1)\n";
  EXPECT_EQ(convert({"--to", "moves"}, game).out, "3x3 h0.1; h1.0\n");
  EXPECT_EQ(convert({"--from", "ksquares", "--to", "columns"}, game).out,
            R"({"NX":4,"NY":4,"M":[{"E":1},{"E":3}]})"
            "\n");
  EXPECT_EQ(convert({"--to", "ksquares"}, "3x3 h0.1; h1.0").out, game);
  EXPECT_EQ(convert({"--to", "dbn"}, "+--+\n|  |\n+  +\n").out, "1x1:1011\n");
  EXPECT_EQ(convert({"--to", "picture"}, "1x1:1011\n").out, "+--+\n|  |\n+  +\n");
  EXPECT_EQ(convert({"--to", "knox"}, "{\"NX\":2,\"NY\":2,\n\"M\":[{\"E\":0}]}\n").out,
            "1x1 1. a2-b2\n");
}

TEST(Convert, FilesThatBeginWithAComment) {
  const std::string game = "3,3\n(1, 0) - (2, 0)\n# a comment\n(0, 1) - (1, 1)\n";
  EXPECT_EQ(convert({"--to", "moves"}, "# Ann\n# Bob\n" + game).out, "3x3 h0.1; h1.0\n");
  EXPECT_EQ(convert({"--from", "ksquares", "--to", "moves"}, "# Ann\n" + game).out,
            "3x3 h0.1; h1.0\n");
  EXPECT_EQ(convert({"--to", "dbn"}, "# a picture\n+--+\n|  |\n+  +\n").out, "1x1:1011\n");
  EXPECT_EQ(convert({"--from", "qdab", "--to", "qdab"}, "# bits\n{\"H\":128,\"V\":0}\n").out,
            "{\"H\":128,\"V\":0}\n");
}

TEST(Convert, RecognisesTheNotationOfEachLine) {
  EXPECT_EQ(convert({"--to", "dbn"}, "1x1 A1_\n1x1:0100\n1x1 a1-b1\n1x1 ca\n").code, 2);
  EXPECT_EQ(convert({"--to", "dbn"}, "1x1 A1_\n1x1:0100\n1x1 a1-b1\n1x1 cb\n").out,
            "1x1:0100\n1x1:0100\n1x1:0100\n1x1:0100\n");
}

TEST(Convert, ContinuesAfterABadLine) {
  const Outcome some = convert({"--from", "amdw", "--to", "dbn"},
                               "# games\n1x1 0 0 t\n1x1 0 0 x\n\n1x1 0 0 b\n1x1 0 0 t; 0 0 t\n");
  EXPECT_EQ(some.code, 2);
  EXPECT_EQ(some.out, "1x1:1000\n1x1:0100\n");
  const auto errors = lines(some.err);
  ASSERT_EQ(errors.size(), 2U) << some.err;
  EXPECT_TRUE(errors[0].starts_with("pipo: line 3: column 9: expected an edge such as 0 0 t"))
      << errors[0];
  EXPECT_TRUE(errors[1].starts_with("pipo: line 6: column 12: this edge, h0.0")) << errors[1];
}

TEST(Convert, RefusesABadFileWithNameLineAndColumn) {
  const Outcome refused = convert({"--from", "ksquares", "--to", "dbn"}, "3,3\n(0, 0) - (5, 0)\n");
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.err,
            "pipo: standard input: line 2, column 11: expected an edge such as (0, 0) - (1, 0), "
            "got '5'\n");
}

TEST(Convert, InventsNoMissingData) {
  const Outcome refused = convert({"--from", "amdw", "--to", "moves"}, "1x1 0 0 t\n");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("line 1: moves needs the order of play"), std::string::npos)
      << refused.err;
  EXPECT_EQ(convert({"--from", "amdw", "--to", "moves", "--ordered"}, "1x1 0 0 t; 0 0 l\n").out,
            "1x1 h0.0; v0.0\n");
  const Outcome set = convert({"--from", "dbn", "--to", "moves", "--ordered"}, "1x1:1000\n");
  EXPECT_EQ(set.code, 2);
  EXPECT_NE(set.err.find("dbn gives a set of edges"), std::string::npos) << set.err;
}

TEST(Convert, RefusesAmbiguousTextWithTheNamesOfTheNotations) {
  const Outcome refused = convert({"--to", "dbn"}, "3x3 13; 4\n");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("openspiel, columns and ksquares-line"), std::string::npos);
}

TEST(Convert, AFileHoldsOnePosition) {
  const Outcome two = convert({"--to", "picture"}, "1x1:1011\n1x1:0000\n");
  EXPECT_EQ(two.code, 2);
  EXPECT_EQ(two.out, "+--+\n|  |\n+  +\n");
  EXPECT_NE(two.err.find("line 2: picture is a file of one position"), std::string::npos)
      << two.err;
}

TEST(Convert, ManyLines) {
  std::string games, expected;
  for (int i = 0; i < 4'500; ++i) {
    games += "2x2 h0.0; v1.1\n";
    expected += "2x2 AAA; BBB\n";
  }
  EXPECT_EQ(convert({"--to", "sau"}, games).out, expected);
  EXPECT_EQ(convert({"--from", "moves", "--to", "sau"}, games).out, expected);
}

TEST(Convert, RefusesTooLongTexts) {
  const std::string spaces(kLongestGame + 1, ' ');
  for (const char* from : {"auto", "ksquares", "picture", "qdab", "moves"}) {
    const Outcome refused = convert({"--from", from, "--to", "dbn"}, spaces + "1x1 h0.0");
    EXPECT_EQ(refused.code, 2) << from;
    EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
  }
}

// Replays of Kaggle, which are longer than other games; also compressed and as a file.
TEST(Convert, LongReplays) {
  const Outcome written = convert({"--to", "kaggle-replay"}, "2x2 h0.0; v1.1\n");
  ASSERT_EQ(written.code, 0) << written.err;
  std::string replay = written.out;
  replay.insert(1, "\"thoughts\":\"" + std::string(2 * kLongestGame, '[') + "\",");
  EXPECT_EQ(convert({"--to", "moves"}, replay).out, "2x2 h0.0; v1.1\n");
  EXPECT_EQ(convert({"--from", "kaggle-replay", "--to", "moves"}, replay).out, "2x2 h0.0; v1.1\n");
  const TemporaryFolder folder;
  write_file(folder / "replay.json", replay);
  EXPECT_EQ(convert({folder / "replay.json", "--to", "moves"}).out, "2x2 h0.0; v1.1\n");
  const Outcome analysed =
      pipo({"analyse", "--file", folder / "replay.json", "--format", "record"});
  EXPECT_EQ(analysed.code, 0) << analysed.err;
  EXPECT_NE(analysed.out.find("2x2 h0.0; v1.1"), std::string::npos) << analysed.out;
  write_file(folder / "replay.json", replay + "{");
  const Outcome refused = convert({folder / "replay.json", "--to", "moves"});
  EXPECT_TRUE(refused_with(refused, 2, "read as kaggle-replay: line 2, column 1"));
}

TEST(Convert, LogsOfLeuvenAndProblemsOfWilson) {
  const std::string log =
      "{\"type\":\"start\",\"player\":2,\"timelimit\":0.5,\"grid\":[2,2],\"game\":\"1\"}\n"
      "{\"type\":\"action\",\"game\":\"1\",\"player\":1,\"nextplayer\":2,\"score\":[0,0],"
      "\"location\":[1,1],\"orientation\":\"v\"}\n";
  EXPECT_EQ(convert({"--to", "moves"}, log).out, "2x2 v1.1\n");
  EXPECT_EQ(convert({"--from", "leuven", "--to", "moves"}, log).out, "2x2 v1.1\n");
  EXPECT_EQ(convert({"--to", "dbn"}, "2x2 " + log.substr(log.find('\n') + 1)).out,
            "2x2:000000000010\n");
  EXPECT_EQ(convert({"--to", "dbn"}, "0\n+-+\n| |\n+-+\n").out, "1x1:1111\n");
  const std::string costly = "-3 1000 1000 A\n+-+\n| |\n+ +\n";
  EXPECT_EQ(convert({"--to", "wilson-problem"}, costly).out, costly);
  EXPECT_TRUE(refused_with(convert({"--to", "dbn"}, costly), 2,
                           "dbn cannot say that the last move costs 3; choose wilson-problem"));
}

TEST(Convert, BadUsage) {
  const auto says = [](const std::vector<std::string>& arguments, const std::string& words) {
    const Outcome refused = convert(arguments);
    EXPECT_TRUE(refused_with(refused, 2, words));
  };
  says({}, "--to is missing");
  says({"--to", "chess"}, "'chess' is not a notation; the notations are dbn, moves");
  says({"--to", "auto"}, "'auto' is not a notation");
  says({"--from", "chess", "--to", "dbn"}, "'chess' is not a notation");
  says({"--to", ""}, "--to: the value is empty");
  says({"--to", "dbn", "/does/not/exist"}, "cannot read '/does/not/exist'");
}

TEST(Convert, TheHelpNamesEachNotation) {
  const std::string help = convert({"--help"}).out;
  for (const NotationInfo& info : notations()) {
    EXPECT_NE(help.find("\n  " + std::string(info.name) + " "), std::string::npos) << info.name;
    EXPECT_NE(help.find(std::string(info.description) + "\n"), std::string::npos) << info.name;
    EXPECT_LE(info.description.size() + 18, 100U) << info.name;
  }
}

TEST(Convert, LargeBoards) {
  EXPECT_EQ(convert({"--to", "moves"}, "#7,i14k12\n").code, 2) << "an order that is unknown";
  EXPECT_EQ(convert({"--to", "moves", "--ordered"}, "#7,i14k12\n").out, "7x7 v6.4; v5.5\n");
  EXPECT_EQ(convert({"--to", "ksquares-line"}, "20x20 h20.19; v0.20").out, "20x20 839; 40\n");
  EXPECT_EQ(convert({"--to", "moves"}, "10,10\n(9, 10) - (10, 10)\n").out, "10x10 h10.9\n");
  const Outcome refused = convert({"--to", "dbn"}, "21x2 h0.0");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("boards have at most 20 rows and 20 columns"), std::string::npos);
}

}  // namespace pipo::test::convert_test
