// `pipo verify --theory`: compares tables with the theorems about endgames.
#include <gtest/gtest.h>

#include <map>

#include "pipo/command/verify_report.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/board/start.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/wrong_table.hpp"

namespace pipo::test::verify_theory_test {

// The numbers of positions to which each statement applied and that mismatched, without spaces.
std::map<std::string, std::string> counts_by_statement(const std::vector<std::string>& out) {
  std::map<std::string, std::string> counts;
  for (const std::string& line : out) {
    const std::size_t colon = line.find(':'), before = line.rfind(' ', colon);
    if (line.size() < 28 || line[25] == ' ' || colon == line.npos) continue;
    std::string numbers = line.substr(0, 26);
    std::erase(numbers, ' ');
    counts[line.substr(before + 1, colon - before - 1)] = numbers;
  }
  return counts;
}

class VerifyTheory : public testing::Test {
 protected:
  std::filesystem::path make(const std::string& board, const std::string& start = "american") {
    const Outcome made =
        pipo({"generate", board, "--start", start, "--tables", folder_.path().string()});
    EXPECT_EQ(made.code, 0) << made.err;
    const Board parsed = Board::parse(board);
    return folder_.path() / folder_name(table_identity(parsed, parse_start(parsed, start)));
  }

  // Runs verify --theory on a 3x3 table whose value of this position is wrong by 2.
  Outcome verify_spoilt(const Position& position) {
    write_wrong_table(make("3x3"), wrong_.path(), position);
    return pipo({"verify", "3x3", "--theory", "--tables", wrong_.path().string()});
  }

  TemporaryFolder folder_, wrong_;
};

TEST_F(VerifyTheory, DoesNotDependOnTheNumberOfThreads) {
  make("3x3");
  const auto verify = [&](const std::string& threads) {
    return pipo(
        {"verify", "3x3", "--theory", "--threads", threads, "--tables", folder_.path().string()});
  };
  const Outcome one = verify("1"), three = verify("3");
  EXPECT_EQ(one.code, 0) << one.out;
  EXPECT_EQ(one.out, three.out);
}

TEST_F(VerifyTheory, ListsEveryStatement) {
  make("3x3");
  const Outcome checked = pipo({"verify", "3x3", "--theory", "--tables", folder_.path().string()});
  EXPECT_EQ(checked.code, 0) << checked.out;
  const auto out = lines(checked.out);
  ASSERT_GT(out.size(), theory::statements().size());
  EXPECT_EQ(out[0], "3x3 theory: all 137,632 stored positions checked, 971 of them endgames");
  for (const std::string& line : out) EXPECT_LE(line.size(), 100U) << line;
  auto counts = counts_by_statement(out);
  for (const theory::Statement& statement : theory::statements()) {
    EXPECT_TRUE(counts.contains(std::string(statement.id))) << statement.id;
  }
  EXPECT_EQ(counts["recursion"], "1700");
  EXPECT_EQ(counts["controlled-from-2"], "1460");
}

// 5+dipper(3+13) and 4+dipper(3+15): a controlled value of 10, or 11, is less than the value.
TEST_F(VerifyTheory, HoldsWhereJointsRaiseTheValueAboveTheControlledValue) {
  for (const auto& [board, start] :
       {std::pair{"4x6", "4x6:1111110011101101111011101110101000001101000100100011100111"},
        std::pair{"5x5", "5x5:111110011011011011101001110110100001101001011001101001111001"}}) {
    make(board, start);
    const Outcome checked =
        pipo({"verify", board, "--start", start, "--theory", "--tables", folder_.path().string()});
    EXPECT_EQ(checked.code, 0) << checked.out;
    EXPECT_EQ(checked.out.find("MISMATCH"), std::string::npos) << checked.out;
    auto counts = counts_by_statement(lines(checked.out));
    EXPECT_EQ(counts["controlled"], "60");
    EXPECT_EQ(counts["short-chains"], "none-") << "it does not apply to loony endgames";
  }
}

TEST_F(VerifyTheory, FindsAWrongValueOfASimpleLoonyEndgame) {
  // A 4-loop and a chain of 3: v = 1, so the player to move loses by 1.
  const Position position = parse_picture(
      "+--+--+  +\n"
      "|     |  |\n"
      "+  +  +  +\n"
      "|     |  |\n"
      "+--+--+  +\n"
      "|  |  |   \n"
      "+--+--+--+\n");
  const Outcome checked = verify_spoilt(position);
  EXPECT_EQ(checked.code, 1) << checked.err;
  EXPECT_NE(checked.out.find("MISMATCH at 3x3:"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("recursion: "), std::string::npos);
  EXPECT_NE(checked.out.find(
                "the table's value is +1, but the right value is -1 [Sierra, proposition 75]"),
            std::string::npos)
      << checked.out;
  EXPECT_NE(checked.out.find("left: 3+4l"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("| A | B   B |\n"), std::string::npos) << checked.out;
  // The files are well-formed, so reading them detects no error.
  EXPECT_EQ(pipo({"verify", "3x3", "--bytes", "--tables", wrong_.path().string()}).code, 0);
}

TEST_F(VerifyTheory, FindsAWrongValueBeforeAnExchange) {
  // A 1-chain and a chain of 3.
  const Position position = parse_picture(
      "+--+--+  +\n"
      "|  |  |   \n"
      "+--+--+--+\n"
      "|  |  |  |\n"
      "+--+--+--+\n"
      "          \n"
      "+--+--+--+\n");
  const Outcome checked = verify_spoilt(position);
  EXPECT_EQ(checked.code, 1) << checked.err;
  EXPECT_NE(checked.out.find("short-chains: "), std::string::npos);
  EXPECT_NE(checked.out.find("[Sierra, proposition 39]\n\n+---+"), std::string::npos)
      << checked.out;
  EXPECT_NE(checked.out.find("left: 1+3"), std::string::npos) << checked.out;
}

TEST_F(VerifyTheory, ShowsPositionsInTheGivenOrientation) {
  // The table of 1x4 is stored with rows and columns exchanged, and with the first outer edges of a
  // box drawn.
  const Position position = parse_position("1x4:1111011010001");
  write_wrong_table(make("1x4"), wrong_.path(), position);
  const Outcome checked = pipo({"verify", "4x1", "--theory", "--tables", wrong_.path().string()});
  EXPECT_EQ(checked.code, 1) << checked.err;
  EXPECT_NE(checked.out.find("MISMATCH at 1x4:1111011010001\n"), std::string::npos) << checked.out;
}

// If a theorem were wrong and the table right, the report must not blame the table.
TEST_F(VerifyTheory, DistinguishesAWrongStatementFromAWrongValue) {
  TheoryReport report;
  report.first = {theory::statements().front(),
                  parse_position("1x4:1111011010001"),
                  -4,
                  {-4, {"Sierra", "proposition 75"}}};
  EXPECT_NE(describe(report).find("the table's value -4 is right [Sierra, proposition "
                                  "75]\nso the statement is wrong\n\n+---+"),
            std::string::npos)
      << describe(report);
}

TEST_F(VerifyTheory, CombinesWithTheOtherChecks) {
  make("2x2");
  const auto verify = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"verify", "2x2", "--tables", folder_.path().string()});
    return pipo(options);
  };
  const Outcome both = verify({"--bytes", "--full", "--theory"});
  EXPECT_EQ(both.code, 0) << both.err;
  EXPECT_NE(both.out.find("2x2 bytes: "), std::string::npos);
  EXPECT_NE(both.out.find("2x2 full: "), std::string::npos);
  EXPECT_NE(both.out.find("2x2 theory: "), std::string::npos);
  const Outcome alone = verify({"--theory"});
  EXPECT_TRUE(alone.out.starts_with("2x2 theory: ")) << alone.out;
}

}  // namespace pipo::test::verify_theory_test
