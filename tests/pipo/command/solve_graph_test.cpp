// `pipo solve --graph`, and the graphs of examples/graphs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "pipopipette/graph.hpp"
#include "tests/oracle/coins.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::solve_graph_test {

using nlohmann::json;

std::string example(const std::string& name) {
  return std::string(PIPO_DOCS) + "/../examples/graphs/" + name + ".txt";
}

TEST(SolveGraph, ShowsValuesAndALine) {
  const Outcome shown = pipo({"solve", "--graph", "-"}, "a b\nb a # twice\n\nb ground\n");
  EXPECT_EQ(shown.code, 0) << shown.err;
  const auto out = lines(shown.out);
  ASSERT_EQ(out.size(), 17U) << shown.out;
  EXPECT_EQ(out[0], "standard input: 2 coins, 3 strings");
  EXPECT_EQ(out[1], "value +2: the player to move wins by 2, taking all 2 coins left");
  EXPECT_EQ(out[2], "nim-value 0: the player to move loses Nimstring");
  EXPECT_EQ(out[4], "  worth   takes  string");
  EXPECT_EQ(out[6], "     -2       -  b-a#2");
  EXPECT_EQ(out[9], "best: b-ground");
  EXPECT_EQ(out[11], "move  player   takes   score  worth  string");
  EXPECT_EQ(out[12], "   1  mover        -     0-0     +2  b-ground");
  EXPECT_EQ(out[14], "   3  mover        2     2-0     +2  b-a#2");
}

TEST(SolveGraph, WritesJson) {
  const Outcome shown =
      pipo({"solve", "--graph", "-", "--format", "jsonl"}, "a b\nb c\nc d\nd ground\n");
  const json found = json::parse(shown.out);
  EXPECT_EQ(found["coins"], 4);
  EXPECT_EQ(found["strings"], 4);
  EXPECT_EQ(found["value"], 4);
  // The coins may be taken or handed back.
  EXPECT_EQ(found["loony"], true);
  EXPECT_EQ(found["nim_value"], json());
  EXPECT_EQ(found["moves"][0],
            (json{{"string", 0}, {"ends", {"a", "b"}}, {"captures", 1}, {"value", 4}}));
  EXPECT_EQ(found["line"].size(), 4U);
  EXPECT_EQ(found["line"][0]["mover"], true);
}

TEST(SolveGraph, AGraphWithoutStrings) {
  const Outcome shown = pipo({"solve", "--graph", "-"}, "# nothing\n");
  EXPECT_EQ(shown.code, 0);
  EXPECT_EQ(lines(shown.out)[1], "value 0: no coin is left");
}

TEST(SolveGraph, Refusals) {
  EXPECT_TRUE(refused_with(pipo({"solve", "--graph", "-"}, "a b\nb b\n"), 2,
                           "standard input: line 2: a string joins 'b' to itself"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--graph", "-"}, "a b c\n"), 2, "line 1: a string has"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--graph", "/does/not/exist"}), 2, "/does/not/exist"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--graph", "-", "1x1:0000"}), 2, "exclude each other"));
  EXPECT_TRUE(
      refused_with(pipo({"solve", "--graph", "-", "--batch", "-"}), 2, "exclude each other"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--graph", "-", "--by", "sweep"}), 2, "leave --by out"));
  EXPECT_TRUE(
      refused_with(pipo({"solve", "--graph", "-", "--make-table"}), 2, "leave --make-table"));
  EXPECT_TRUE(
      refused_with(pipo({"solve", "--graph", "-", "--bound", "1"}), 2, "leave --make-table"));
  std::string complete;
  for (int i = 0; i < 11; ++i) {
    for (int j = 0; j < i; ++j) complete += std::to_string(i) + " " + std::to_string(j) + "\n";
  }
  EXPECT_TRUE(refused_with(pipo({"solve", "--graph", "-", "--time", "0.05"}, complete), 5,
                           "a graph of 11 coins and 55 strings could not be solved in 0.05 s"));
  EXPECT_TRUE(refused_with(pipo({"solve", "--graph", "-"}, std::string(5 << 20, '#')), 2,
                           "longer than 4 MiB"));
}

json solved(const std::string& name) {
  const Outcome shown = pipo({"solve", "--graph", example(name), "--format", "jsonl"});
  EXPECT_EQ(shown.code, 0) << name << shown.err;
  return json::parse(shown.out);
}

TEST(SolveGraph, SmallExamplesEqualTheOracle) {
  for (const char* name : {"complete-5", "wheel-6", "friendship-3", "nimstring-with-chain"}) {
    const Graph graph = Graph::parse(read_file(example(name)));
    std::vector<std::array<int, 2>> strings;
    for (int string = 0; string < graph.strings(); ++string) {
      strings.push_back(graph.ends(string));
    }
    const oracle::Coins coins(graph.coins(), strings);
    const json found = solved(name);
    EXPECT_EQ(found["value"], oracle::CoinValues(coins)(coins.all())) << name;
    EXPECT_EQ(found["nim_value"], oracle::CoinNimbers(coins)(coins.all())) << name;
  }
}

// Sierra, propositions 43, 77 and 85: the value for the controller is the coins, less 4 for each
// string and 8 for each loop that is offered, and 8 for the last ones.
TEST(SolveGraph, DisjointCyclesDecide) {
  const int coins = 9 * 3 + 6, strings = 18 / 2 - 6;
  EXPECT_EQ(solved("two-disjoint-cycles")["value"], -(coins - 4 * strings - 8 * 2 + 8));
  EXPECT_EQ(solved("no-disjoint-cycles")["value"], -(coins - 4 * strings - 8 * 1 + 8));
}

}  // namespace pipo::test::solve_graph_test
