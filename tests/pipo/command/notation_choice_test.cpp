// --notation, --file, --ordered and --mover-score of `pipo probe` and `pipo explain`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pipo/support.hpp"

namespace pipo::test::notation_choice_test {

class Notations : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"1x2", "2x2"}); }

  Outcome run(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"--tables", folder_.path().string()});
    return pipo(arguments, input);
  }

  nlohmann::json answer(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"probe", "--format", "jsonl"});
    const Outcome answered = run(arguments, input);
    EXPECT_EQ(answered.code, 0) << answered.err;
    return nlohmann::json::parse(answered.out);
  }

  TemporaryFolder folder_;
};

// Player 2 has a box, and player 1 is to move.
constexpr const char* kGame = "2x2 h0.0; v0.0; h1.0; v0.1; h2.0";
constexpr const char* kPosition = "2x2:101010110000";

TEST_F(Notations, APositionInAnotherNotation) {
  const std::string dbn = run({"probe", kPosition}).out;
  for (const std::vector<std::string>& other :
       {std::vector<std::string>{"amdw", "2x2 0 0 t; 0 0 l; 0 1 t; 0 0 r; 0 1 b"},
        {"auto", "2x2 0 0 t; 0 0 l; 0 1 t; 0 0 r; 0 1 b"},
        {"auto", kPosition},
        {"dbn", kPosition},
        {"mathpuzzle", "2x2 A3_ A2| A2_ B2| A1_"}}) {
    EXPECT_EQ(run({"probe", "--notation", other[0], other[1]}).out, dbn) << other[0];
  }
}

TEST_F(Notations, TurnAndScoreGiveTheFinalScore) {
  const Outcome text = run({"probe", "--notation", "moves", kGame});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("value +3: the player to move wins by 3, taking all 3 boxes left\n"
                          "score 0-1 now, 3-1 in the end under best play, for player 1, who is to "
                          "move\n"),
            std::string::npos)
      << text.out;
  const auto json = answer({"--notation", "moves", kGame});
  EXPECT_EQ(json["turn"], 1);
  EXPECT_EQ(json["mover_score"], nlohmann::json({0, 1}));
  EXPECT_EQ(json["final_mover_score"], nlohmann::json({3, 1}));
  // The player to move comes first.
  const auto second = answer({"--notation", "moves", "1x2 h0.0; h1.0; h0.1; v0.0; v0.1; h1.1"});
  EXPECT_EQ(second["turn"], 2);
  EXPECT_EQ(second["mover_score"], nlohmann::json({0, 1}));
  EXPECT_EQ(second["final_mover_score"], nlohmann::json({1, 1}));
}

TEST_F(Notations, WithoutTurnAndScoreThereIsNoFinalScore) {
  const auto json = answer({kPosition});
  EXPECT_FALSE(json.contains("turn") || json.contains("mover_score") ||
               json.contains("final_mover_score"));
  EXPECT_EQ(run({"probe", kPosition}).out.find("score"), std::string::npos);
}

TEST_F(Notations, TheScoreCanBeGiven) {
  const auto json = answer({"--mover-score", "0-1", kPosition});
  EXPECT_FALSE(json.contains("turn"));
  EXPECT_EQ(json["mover_score"], nlohmann::json({0, 1}));
  EXPECT_EQ(json["final_mover_score"], nlohmann::json({3, 1}));
  EXPECT_EQ(answer({"--mover-score", "1-0", kPosition})["final_mover_score"],
            nlohmann::json({4, 0}));
  const std::string text = run({"probe", "--mover-score", "1-0", kPosition}).out;
  EXPECT_NE(text.find("\nscore 1-0 now, 4-0 in the end under best play, for the player to move\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(answer({"--mover-score", "0-1", "--notation", "moves", kGame}),
            answer({"--notation", "moves", kGame}));
}

TEST_F(Notations, RefusesAnImpossibleScore) {
  const auto says = [&](const std::vector<std::string>& arguments, const std::string& words) {
    for (const char* command : {"probe", "explain"}) {
      auto all = arguments;
      all.insert(all.begin(), command);
      const Outcome refused = run(all);
      EXPECT_TRUE(refused_with(refused, 2, words));
    }
  };
  says({"--mover-score", "2-1", kPosition}, "the score 2-1 has 3 boxes, but 1 are complete");
  says({"--mover-score", "1-0", "--notation", "moves", kGame},
       "the moves give the score 0-1, that of the player to move first, but 1-0 is given");
  for (const char* score : {"1", "1-", "-1", "1-x", "1--1", "1-0-0", "1000-0", "a-b", "1 - 0"}) {
    says({std::string("--mover-score=") + score, kPosition}, "is not a score");
  }
}

TEST_F(Notations, ListsInOrderOfPlay) {
  const char* list = "2x2 h 0 0; v 0 0; h 1 0; v 0 1; h 2 0";
  EXPECT_FALSE(answer({"--notation", "kaggle", list}).contains("mover_score"));
  EXPECT_EQ(answer({"--notation", "kaggle", "--ordered", list}),
            answer({"--notation", "moves", kGame}));
  EXPECT_EQ(run({"probe", "--ordered", kPosition}).code, 2);
}

TEST_F(Notations, AProblemOfWilsonGivesTheTurn) {
  const auto json = answer({"--file", "-"}, "0 1000 1000 B\n+-+ +\n     \n+ + +\n     \n+ + +\n");
  EXPECT_EQ(json["turn"], 2);
  EXPECT_EQ(json["mover_score"], nlohmann::json({0, 0}));
  const auto taken = answer({"--file", "-"}, "0 1000 1000 B\n+-+ +\n| |  \n+-+ +\n     \n+ + +\n");
  EXPECT_EQ(taken["turn"], 2);
  EXPECT_FALSE(taken.contains("mover_score"));
}

TEST_F(Notations, Batches) {
  const Outcome answered = run({"probe", "--format", "jsonl", "--notation", "auto", "--batch", "-"},
                               std::string(kGame) + "\n" + kPosition + "\n2x2 0 0 x\n3x3 1; 2\n");
  EXPECT_EQ(answered.code, 2);
  const auto out = lines(answered.out);
  ASSERT_EQ(out.size(), 4U);
  EXPECT_EQ(nlohmann::json::parse(out[0])["final_mover_score"], nlohmann::json({3, 1}));
  EXPECT_FALSE(nlohmann::json::parse(out[1]).contains("final_mover_score"));
  const auto bad = nlohmann::json::parse(out[2]);
  EXPECT_EQ(bad["position"], "2x2 0 0 x");
  EXPECT_NE(bad["error"].get<std::string>().find("column 9"), std::string::npos) << bad;
  EXPECT_NE(out[3].find("openspiel, columns and ksquares-line"), std::string::npos);
  // Game codes are JSON, one object a line.
  const Outcome codes = run({"probe", "--notation", "columns", "--batch", "-"},
                            "{\"NX\":3,\"NY\":3,\"M\":[{\"E\":0}]}\n");
  EXPECT_EQ(codes.code, 0) << codes.err;
  EXPECT_NE(codes.out.find("score 0-0 now"), std::string::npos) << codes.out;
}

TEST_F(Notations, WholeFiles) {
  const std::string game =
      "2,2\n(0, 0) - (1, 0)\n(0, 0) - (0, 1)\n(0, 1) - (1, 1)\n"
      "(1, 0) - (1, 1)\n(0, 2) - (1, 2)\n";
  write_file(folder_ / "game.dbl", game);
  const std::string answer = run({"probe", "--notation", "moves", kGame}).out;
  EXPECT_EQ(run({"probe", "--notation", "ksquares", "--file", folder_ / "game.dbl"}).out, answer);
  EXPECT_EQ(run({"probe", "--notation", "ksquares", "--file", "-"}, game).out, answer);
  EXPECT_EQ(run({"probe", "--file", "-"}, game).out, answer);
  EXPECT_EQ(run({"probe", "--file", "-"}, std::string(kGame) + "\n").out, answer);
  const std::string explained = run({"explain", "--notation", "moves", kGame}).out;
  EXPECT_EQ(run({"explain", "--file", "-"}, game).out, explained);
}

TEST_F(Notations, BadUsage) {
  const auto says = [&](const std::vector<std::string>& arguments, const std::string& words) {
    const Outcome refused = run(arguments, "2,2\n");
    EXPECT_TRUE(refused_with(refused, 2, words));
  };
  says({"probe", "--notation", "chess", kPosition}, "'chess' is not a notation");
  says({"probe", "--notation", "chess", "--batch", "-"}, "'chess' is not a notation");
  says({"explain", "--notation", "chess", "--file", "-"}, "'chess' is not a notation");
  says({"probe", "--notation", "ksquares", "2,2"}, "ksquares takes several lines");
  says({"explain", "--notation", "ksquares", "2,2"}, "ksquares takes several lines");
  says({"probe", "--notation", "ksquares", "--batch", "-"}, "ksquares takes several lines");
  says({"probe", "--notation", "amdw", "--picture", "-"}, "--picture reads pictures only");
  says({"probe", "--file", "-", "--picture", "-"}, "exclude each other");
  says({"probe", "--file", "-", kPosition}, "exclude each other");
  says({"explain", "--file", "-", kPosition}, "exclude each other");
  says({"explain", "--file", "-", "--picture", "-"}, "exclude each other");
  says({"probe", "--file", "-"}, "standard input: this can be read as ksquares and dabble");
  says({"probe", "--file", "-", "--notation", "ksquares", "--mover-score", "1-0"},
       "standard input: the score 1-0 has 1 boxes");
}

TEST_F(Notations, ExplainGivesTheFinalScore) {
  const Outcome text = run({"explain", "--notation", "moves", kGame});
  EXPECT_NE(text.out.find(std::string(kPosition) +
                          "\nscore 0-1 now, 3-1 in the end under best play, for player 1, who is "
                          "to move\n\n"),
            std::string::npos)
      << text.out;
  const auto json = nlohmann::json::parse(
      run({"explain", "--format", "jsonl", "--notation", "moves", kGame}).out);
  EXPECT_EQ(json["turn"], 1);
  EXPECT_EQ(json["mover_score"], nlohmann::json({0, 1}));
  EXPECT_EQ(json["final_mover_score"], nlohmann::json({3, 1}));
}

TEST_F(Notations, ExplainGivesTheFinalScoreByTheoryWithoutATable) {
  // The player to move must open a chain of four boxes.
  const auto explain = [](const std::string& position) {
    const TemporaryFolder empty;
    return nlohmann::json::parse(pipo({"explain", "--time", "0", "--tables", empty.path().string(),
                                       "--format", "jsonl", "--mover-score", "0-0", position})
                                     .out);
  };
  const auto known = explain("1x4:1111111100000");
  EXPECT_EQ(known["margin"]["value"], -4);
  EXPECT_EQ(known["final_mover_score"], nlohmann::json({0, 4}));
  EXPECT_FALSE(explain("2x2:000000000000").contains("final_mover_score"));
}

}  // namespace pipo::test::notation_choice_test
