// --last-move: the commands that answer for a last move with a cost, tables of it, problem files of
// Wilson's analysis, and what refuses it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pipo/support.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::test::last_move_test {

using Json = nlohmann::json;

constexpr const char* kEmpty2x2 = "2x2:000000000000";

int value_of(int cost, EdgeSet drawn = 0) {
  return oracle_of(Board(2, 2), static_cast<LastMoveCost>(cost)).value(drawn);
}

// The folder with tables of 2x2 whose last move costs 3 and 1, and the ordinary one.
const std::filesystem::path& tables() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    make_tables(folder.path(), {"2x2-last3", "2x2-last1", "2x2"});
    return true;
  }();
  static_cast<void>(made);
  return folder.path();
}

Outcome with_tables(std::vector<std::string> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), {"--tables", tables().string()});
  return pipo(arguments, input);
}

TEST(LastMoveCommands, EachCostHasItsTable) {
  for (const int cost : {0, 1, 3}) {
    const Outcome found =
        with_tables({"probe", "--last-move", std::to_string(cost), kEmpty2x2, "--format", "jsonl"});
    ASSERT_EQ(found.code, 0) << found.err;
    const Json answer = Json::parse(found.out);
    EXPECT_EQ(answer["value"], value_of(cost));
    for (const Json& move : answer["moves"]) {
      EXPECT_EQ(move["value"], -value_of(cost, EdgeSet{1} << move["index"].get<int>()));
    }
    EXPECT_EQ(answer.value("last_move_cost", 0), cost);
  }
  const Outcome none = with_tables({"probe", "--last-move", "2", kEmpty2x2});
  EXPECT_TRUE(refused_with(none, 3, "pipo generate 2x2 --last-move 2"));
  EXPECT_TRUE(has(none.err, "pipo solve --last-move 2 2x2:0000")) << none.err;
}

TEST(LastMoveCommands, TablesAreNamedInEitherWay) {
  for (const std::vector<std::string>& table :
       {std::vector<std::string>{"2x2-last3"}, {"2x2", "--last-move", "3"}}) {
    for (const std::string command : {"generate", "info", "verify", "count", "sample", "plan"}) {
      std::vector<std::string> arguments{command};
      arguments.insert(arguments.end(), table.begin(), table.end());
      const Outcome done = with_tables(arguments);
      EXPECT_EQ(done.code, 0) << command << done.err;
      EXPECT_TRUE(command == "count" || command == "plan" || has(done.out, "2x2-last3"))
          << done.out;
    }
  }
  EXPECT_TRUE(refused_with(with_tables({"info", "2x2-last3", "--last-move", "1"}), 2,
                           "--last-move gives 1; leave one out"));
  EXPECT_TRUE(refused_with(with_tables({"info", "2x2-last29"}), 2, "it may cost at most 28"));
  EXPECT_TRUE(refused_with(with_tables({"info", "2x2-last2"}), 3, "generate 2x2 --last-move 2"));
}

TEST(LastMoveCommands, VerifyChecksByTheRuleAndCountsWhereTheoremsFail) {
  const Outcome full = with_tables({"verify", "2x2-last3", "--full", "--bytes", "--sample", "100"});
  EXPECT_EQ(full.code, 0) << full.err;
  EXPECT_TRUE(has(full.out, "full: every position, all 4,096: each value follows")) << full.out;
  const Outcome theory = with_tables({"verify", "2x2-last3", "--theory"});
  EXPECT_EQ(theory.code, 0);
  EXPECT_TRUE(has(theory.out, "assume that the last move costs nothing, here it costs 3"))
      << theory.out;
}

TEST(LastMoveCommands, SolveLineAndExplainSayTheCost) {
  const std::string value =
      value_of(2) > 0 ? "+" + std::to_string(value_of(2)) : std::to_string(value_of(2));
  for (const std::string by : {"sweep", "search"}) {
    const Outcome solved = pipo({"solve", "--last-move", "2", "--by", by, kEmpty2x2});
    EXPECT_EQ(solved.code, 0) << solved.err;
    EXPECT_TRUE(has(solved.out, "value " + value + ": ")) << solved.out;
    EXPECT_TRUE(has(solved.out, "where the last move costs 2")) << solved.out;
  }
  const Outcome bounded =
      pipo({"solve", "--last-move", "2", "--bound", "-9,9", "--format", "jsonl", kEmpty2x2});
  EXPECT_EQ(Json::parse(bounded.out)["value"], value_of(2));
  EXPECT_EQ(Json::parse(bounded.out)["last_move_cost"], 2);
  const Outcome line = pipo({"line", "--last-move", "2", kEmpty2x2});
  EXPECT_TRUE(has(line.out, "the last move costs the ")) << line.out;
  const Outcome explained = pipo({"explain", "--last-move", "2", "2x2:110011101010"});
  EXPECT_EQ(explained.code, 0) << explained.err;
  EXPECT_TRUE(has(explained.out, "so these are left out")) << explained.out;
  EXPECT_FALSE(has(explained.out, "Allcock")) << explained.out;
  const Json json = Json::parse(
      pipo({"explain", "--last-move", "2", "--format", "jsonl", "2x2:110011101010"}).out);
  EXPECT_EQ(json["margin"], nullptr);
  EXPECT_EQ(json["endgame"], nullptr);
  EXPECT_EQ(json["last_move_cost"], 2);
  EXPECT_EQ(json["exact"]["value"], value_of(2, 0b010101110011));
}

TEST(LastMoveCommands, TheEngineHasTheValues) {
  const Outcome played = pipo({"engine", "--last-move", "2"}, "boardsize 2x2\nvalue\nquit\n");
  EXPECT_TRUE(has(played.out, std::to_string(value_of(2)))) << played.out;
  EXPECT_NE(value_of(2), value_of(0));
}

// At every level a value is that of this game, and the theory gives none.
TEST(LastMoveCommands, NoLevelGivesAValueOfAnotherGame) {
  const std::string endgame = "2x2:110011101010";
  const EdgeSet drawn = 0b010101110011;
  ASSERT_NE(value_of(3, drawn), value_of(0, drawn));
  for (const std::string level : {"1", "4", "5", "6", "9", "10"}) {
    for (const std::string time : {"0", "5"}) {
      const Outcome played = pipo({"engine", "--last-move", "3", "--level", level, "--time", time},
                                  "load " + endgame + "\ngenmove\nreason\nquit\n");
      EXPECT_EQ(played.code, 0) << played.err;
      EXPECT_FALSE(has(played.out, "Allcock")) << level << played.out;
      EXPECT_FALSE(has(played.out, "margin")) << level << played.out;
      if (has(played.out, "exact")) {
        EXPECT_TRUE(has(played.out, std::to_string(value_of(3, drawn)))) << level << played.out;
      }
    }
  }
}

// A score cannot be told from the margin alone.
TEST(LastMoveCommands, NoFinalScoreIsClaimed) {
  const Outcome solved = pipo({"solve", "--last-move", "2", "--mover-score", "0-0", "--format",
                               "jsonl", "2x2:111111101010"});
  ASSERT_EQ(solved.code, 0) << solved.err;
  const Json answer = Json::parse(solved.out);
  EXPECT_EQ(answer["mover_score"], Json({0, 0}));
  EXPECT_FALSE(answer.contains("final_mover_score"));
  const Outcome text =
      pipo({"solve", "--last-move", "2", "--mover-score", "0-0", "2x2:111111101010"});
  EXPECT_TRUE(has(text.out, "score 0-0 for the player to move")) << text.out;
}

TEST(LastMoveCommands, ProblemsOfWilsonsAnalysisNeedTheirCost) {
  const std::string problem = "-2 1000 1000 A\n+ + +\n\n+ + +\n\n+ + +\n";
  const Outcome solved =
      pipo({"solve", "--file", "-", "--last-move", "2", "--format", "jsonl"}, problem);
  ASSERT_EQ(solved.code, 0) << solved.err;
  EXPECT_EQ(Json::parse(solved.out)["value"], value_of(2));
  for (const std::vector<std::string>& others :
       {std::vector<std::string>{}, {"--last-move", "3"}}) {
    std::vector<std::string> arguments{"solve", "--file", "-"};
    arguments.insert(arguments.end(), others.begin(), others.end());
    EXPECT_TRUE(refused_with(pipo(arguments, problem), 2, "costs 2"));
  }
  EXPECT_TRUE(refused_with(pipo({"analyse", "--file", "-"}, problem), 2, "with --last-move 2"));
}

TEST(LastMoveCommands, IsRefusedWhereItMakesNoSense) {
  EXPECT_TRUE(refused_with(pipo({"solve", "--last-move", "32", kEmpty2x2}), 2, "--last-move"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--last-move", "29", kEmpty2x2}), 2, "at most 28"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--last-move", "1", "7x7:" + std::string(112, '0')}), 2,
                           "smaller boards only"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--last-move", "1", "--graph", "-"}, "a ground\n"), 2,
                           "leave --last-move out"));
  EXPECT_TRUE(
      refused_with(with_tables({"probe", "--game", "nimstring", "--last-move", "1", kEmpty2x2}), 2,
                   "Nimstring has no points"));
  EXPECT_TRUE(
      refused_with(with_tables({"generate", "2x2", "--game", "nimstring", "--last-move", "1"}), 2,
                   "Nimstring has no points"));
  EXPECT_EQ(pipo({"analyse", "--last-move", "1"}).code, 2);
}

}  // namespace pipo::test::last_move_test
