#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/oracle/first_loony.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::loony_test {

using nlohmann::json;

TEST(Loony, SaysWhoMakesTheFirstLoonyMove) {
  const Outcome said = pipo({"loony", "2x2:110001000000"});
  EXPECT_EQ(said.code, 0) << said.err;
  const auto out = lines(said.out);
  ASSERT_EQ(out.size(), 7U) << said.out;
  EXPECT_EQ(out[1], "layer 3 of 12, nim-value 1");
  EXPECT_EQ(out[2], "the opponent has to make the first loony move, or finds no move");
  EXPECT_EQ(out[3], "moves that keep it so: h1.0 h1.1 v0.1 v1.1");
  EXPECT_EQ(
      out[4],
      "long chain rule: the player to move wants an even number of long chains, and so far there");
  EXPECT_EQ(out[5], "    are 0; it predicts that the opponent makes the first loony move");
  EXPECT_TRUE(out[6].starts_with("found by a search of ")) << out[6];
}

TEST(Loony, SaysWhetherOneHasBeenMade) {
  EXPECT_TRUE(has(pipo({"loony", "1x3:1111111000"}).out, "has been made"));
  EXPECT_TRUE(has(pipo({"loony", "1x3:1111110000"}).out,
                  "the player to move has to make the first loony move"));
  EXPECT_EQ(lines(pipo({"loony", "1x1:1111"}).out).back(), "no edge is open");
}

// Every answer of a board, by a search and by a table, compared with playing it out.
TEST(Loony, AnswersOfTablesAndSearchesEqualTheOracle) {
  const TemporaryFolder folder;
  const std::string tables = folder.path().string();
  ASSERT_EQ(pipo({"generate", "2x2", "--game", "nimstring", "--tables", tables}).code, 0);
  const oracle::Rules rules(2, 2);
  const oracle::FirstLoony right(rules);
  std::string asked;
  for (oracle::Drawn drawn = 0; drawn < rules.full(); drawn += 5) {
    asked += "2x2:";
    for (int edge = 0; edge < rules.edges(); ++edge) asked += (drawn >> edge & 1) != 0 ? '1' : '0';
    asked += '\n';
  }
  for (const std::string by : {"search", "table"}) {
    const std::string from = by == "table" ? tables : tables + "/none";
    const Outcome said =
        pipo({"loony", "--batch", "-", "--format", "jsonl", "--tables", from}, asked);
    EXPECT_EQ(said.code, 0) << said.err;
    oracle::Drawn drawn = 0;
    for (const std::string& line : lines(said.out)) {
      const json answer = json::parse(line);
      const char* who = right.loony(drawn) ? "made" : right.avoids(drawn) ? "opponent" : "mover";
      ASSERT_EQ(answer["first_loony_move"], who) << line;
      ASSERT_EQ(answer["loony"], right.loony(drawn));
      ASSERT_EQ(answer["by"], by);
      ASSERT_EQ(answer["chain_rule"].is_null(), right.loony(drawn));
      std::size_t keeping = 0;
      for (int edge = 0; edge < rules.edges(); ++edge) {
        keeping += (drawn >> edge & 1) == 0 && right.avoids_by(drawn, edge);
      }
      ASSERT_EQ(answer["keeping"].size(), keeping) << line;
      drawn += 5;
    }
    EXPECT_GE(drawn, rules.full());
  }
  const Outcome said = pipo({"loony", "2x2:110001000000", "--tables", tables});
  EXPECT_EQ(lines(said.out).back(), "found by the table 2x2-nimstring");
}

TEST(Loony, Refusals) {
  EXPECT_TRUE(refused_with(pipo({"loony"}), 2, "no position; give one such as 1x1:0111"));
  EXPECT_TRUE(refused_with(pipo({"loony", "1x1:01"}), 2, "1x1 needs 4 edges"));
  EXPECT_TRUE(refused_with(pipo({"loony", "1x1:0000", "--batch", "-"}), 2, "exclude each other"));
  EXPECT_TRUE(refused_with(pipo({"loony", "--time", "0.01", kTooLargeEmpty}), 5,
                           "the nim-values were not found in 0.01 s; draw more edges, or allow "
                           "more --time, or make a table with"));
  EXPECT_TRUE(refused_with(pipo({"loony", "10x10:" + std::string(220, '0')}), 5,
                           "10x10 with 0 edges drawn: too many strings are connected"));
  // The other lines of a batch are answered.
  const Outcome some = pipo({"loony", "--batch", "-"}, "1x1:0000\nnonsense\n1x1:1000\n");
  EXPECT_EQ(some.code, 2);
  EXPECT_TRUE(has(some.out, "1x1:1000"));
}

}  // namespace pipo::test::loony_test
