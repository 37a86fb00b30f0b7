// pipo audit
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "pipo/io/input.hpp"
#include "tests/pipo/io/packing.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test::audit_test {

using nlohmann::json;

Outcome audit(const std::string& file, std::vector<std::string> more = {}) {
  more.push_back("-");
  return with_made_tables("audit", std::move(more), file);
}

// Typical positions of a bot's author: from a book, from the bot and from a table, some of them
// wrong.
constexpr const char* kBotsTests =
    "# what my bot believes\n"
    "\n"
    "1x1:0111 1\n"                                       // right
    "1x1:0111 -1\n"                                      // wrong value
    "1x1:0011 -1 h0.0,h1.0 h0.0=-1,h1.0=-1\n"            // right, with all moves
    "3x3:110001000011101010101000 3 v2.2\n"              // right
    "3x3:110001000011101010101000 3 h3.0\n"              // wrong best move
    "3x3:110001000011101010101000 3 v2.2,h3.0\n"         // one of them is wrong
    "  3x3:110001000011101010101000 +3 v2.2=3,h3.0=2\n"  // wrong value of a move
    "3x3:11000100001110101010100 3\n"                    // an edge is missing
    "1x1:0111 1 h1.0\n"                                  // drawn already
    "1x1:0111 1 h0.0,h0.0\n"                             // a move twice
    "1x1:1111 0 h0.0\n"                                  // a move after the end
    "1x1:0111\n";                                        // cut off

TEST(Audit, ABotsTestFile) {
  const Outcome outcome = audit(kBotsTests);
  EXPECT_EQ(outcome.code, 2);
  const std::string expected =
      "line 4: 1x1:0111\n"
      "value: claimed -1, exact +1\n"
      "\n"
      "+ 1 +\n"
      "|   |\n"
      "+---+\n"
      "\n"
      "best: h0.0\n"
      "\n";
  EXPECT_TRUE(outcome.out.starts_with(expected)) << outcome.out;
  EXPECT_TRUE(has(outcome.out,
                  "line 7: 3x3:110001000011101010101000\n"
                  "best: claimed h3.0, exact v2.2\n\n +----+----+ -1 +\n"))
      << outcome.out;
  EXPECT_TRUE(has(outcome.out,
                  "line 8: 3x3:110001000011101010101000\n"
                  "best: claimed h3.0 v2.2, exact v2.2\n"));
  EXPECT_TRUE(has(outcome.out,
                  "line 9: 3x3:110001000011101010101000\n"
                  "h3.0: claimed +2, exact +1\n"));
  EXPECT_TRUE(
      outcome.out.ends_with("standard input: 3 positions right, 4 wrong, 5 lines not audited\n"
                            "compared: 7 values, 4 lists of best moves, 4 values of moves\n"))
      << outcome.out;
  const std::vector<std::string> complaints = {
      "pipo: line 10, column 28: 3x3 needs 24 edges, got 23",
      "pipo: line 11, column 12: h1.0 is not a move: it is drawn already",
      "pipo: line 12, column 17: h0.0 is listed twice",
      "pipo: line 13, column 12: h0.0 is not a move: all 4 edges of 1x1 are drawn",
      "pipo: line 14, column 9: the value of the position is missing"};
  EXPECT_EQ(lines(outcome.err), complaints);
}

TEST(Audit, ExitCodes) {
  EXPECT_EQ(audit("1x1:0111 1\n").code, 0);
  EXPECT_EQ(audit("1x1:0111 1\n").err, "");
  EXPECT_EQ(audit("1x1:0111 0\n").code, 1);
  EXPECT_EQ(audit("1x1:0111 0\n1x1:011 1\n").code, 2);
  const Outcome missing = audit(
      "1x1:0111 0\n1x1:011 1\n4x4:0000000000000000000000000000000000000000 0\n", {"--time", "0"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_TRUE(has(missing.err, "line 3: no table")) << missing.err;
  EXPECT_TRUE(has(missing.err, "pipo generate 4x4")) << missing.err;
  // An empty file proves nothing.
  for (const char* file : {"", "# nothing\n\n", "position,value\n"}) {
    const Outcome none = audit(file);
    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.err, "pipo: standard input has no position in it: nothing was audited\n");
  }
}

// Without tables the outcome is the same.
TEST(Audit, SolvesPositionsWithoutATable) {
  const TemporaryFolder none;
  const auto solved = [&](const std::string& file, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"audit", "--tables", none.path().string(), "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return pipo(arguments, file);
  };
  for (const char* format : {"text", "jsonl", "junit"}) {
    const Outcome outcome = solved(kBotsTests, {"--format", format});
    const Outcome by_tables = audit(kBotsTests, {"--format", format});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.out, by_tables.out);
    EXPECT_EQ(outcome.err, by_tables.err);
  }
}

TEST(Audit, PositionsBeyondTheLimitsAreNotAudited) {
  const Outcome outcome = audit(
      "1x1:0111 1\n" + kTooLargeEmpty + " 1\n2x5:" + std::string(27, '1') + " 0\n1x1:0111 -1\n",
      {"--time", "1"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.out, "2 positions right, 1 wrong, 1 line not audited")) << outcome.out;
  EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
  EXPECT_TRUE(has(outcome.err,
                  "line 2: " + std::string(kTooLarge) + " with 0 edges drawn would take about"))
      << outcome.err;
}

// One sweep answers all positions that contain its start.
TEST(Audit, NeighboursShareASweep) {
  if (kSanitized) GTEST_SKIP() << "about eleven million values";
  const std::string start = "5x5:011100001010001100000011100101010001000000000110000100010000";
  std::string file = start + " 1\n";
  for (std::size_t bit = start.size() - 5; bit < start.size(); ++bit) {
    if (start[bit] == '1') continue;
    std::string next = start;
    next[bit] = '1';
    const json solved = json::parse(with_made_tables("solve", {"--format", "jsonl", next}).out);
    file += next + " " + solved["value"].dump() + "\n";
  }
  const Outcome outcome = audit(file);
  EXPECT_EQ(outcome.code, 0) << outcome.err << outcome.out;
}

// Two chains of 14 boxes, each open at both ends. The player who opens one gets two boxes of it and
// none of the other: 2 - 12 - 14 = -24, whichever edge that is. With an end drawn, the player to
// move takes 12 boxes, leaves two, and gets the other chain: 24.
TEST(Audit, BoardsBeyond64Edges) {
  const std::string rows(42, '1');
  const std::string chains = "2x14:" + rows + std::string(30, '0');
  const std::string ended = "2x14:" + rows + "1" + std::string(29, '0');
  const Outcome right = audit(chains + " -24\n" + chains + " -24 v1.14,v0.0 v1.7=-24,v0.3=-24\n" +
                              ended + " 24 v0.1 v0.1=24\n");
  EXPECT_EQ(right.code, 0) << right.out << right.err;
  EXPECT_TRUE(has(right.out,
                  "3 positions right, 0 wrong\n"
                  "compared: 3 values, 2 lists of best moves, 3 values of moves\n"))
      << right.out;

  const Outcome wrong =
      audit(chains + " -22\n" + ended + " 24 v1.14\n" + chains + " -24 v1.14=-23\n" + chains +
            " 401\n" + chains + " -24 v1.14,v1.14\n" + ended + " 24 v0.0\n");
  EXPECT_EQ(wrong.code, 2) << wrong.out;
  EXPECT_TRUE(has(wrong.out, "value: claimed -22, exact -24\n")) << wrong.out;
  EXPECT_TRUE(has(wrong.out, "best: claimed v1.14, exact v0.1")) << wrong.out;
  EXPECT_TRUE(has(wrong.out, "v1.14: claimed -23, exact -24\n")) << wrong.out;
  EXPECT_EQ(
      lines(wrong.err),
      (std::vector<std::string>{
          "pipo: line 4, column 79: '401' is not a value; give a margin in boxes, such as 3 or -1",
          "pipo: line 5, column 89: v1.14 is listed twice",
          "pipo: line 6, column 82: v0.0 is not a move: it is drawn already"}));

  const Outcome strict = audit(chains + " -24 v1.14\n", {"--strict"});
  EXPECT_EQ(strict.code, 1) << strict.out;
  for (const std::string& position : {chains, ended}) {
    const Outcome solved = with_made_tables("solve", {"--format", "jsonl", position});
    ASSERT_EQ(solved.code, 0) << solved.err;
    const Outcome again = audit(solved.out, {"--strict"});
    EXPECT_EQ(again.code, 0) << again.out << again.err;
  }
  const Outcome by_tables = audit(chains + " -24\n", {"--time", "0"});
  EXPECT_EQ(by_tables.code, 3);
  EXPECT_TRUE(has(by_tables.err, "5x5, 4x6, 3x8, 2x12 and 1x21 are the largest boards of tables"))
      << by_tables.err;
}

// Different tasks audit lines that are far apart.
TEST(Audit, AWrongValueFarBehindABadLineChangesNothing) {
  std::string right;
  for (int i = 0; i < 1000; ++i) right += "1x1:0111 1\n";
  const Outcome outcome = audit("1x1:011 1\n" + right + "1x1:0111 0\n" + right);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(has(outcome.out, "2,000 positions right, 1 wrong, 1 line not audited"))
      << outcome.out;
}

TEST(Audit, DamageHasTheHighestPriority) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"2x2"});
  for (int layer = 0; layer <= 4; ++layer) {
    const auto file = folder.path() / "2x2" / ("layer-0" + std::to_string(layer) + ".pipo");
    std::string bytes = read_file(file);
    // docs/format.md: the blocks are between this offset and the index.
    const auto index =
        static_cast<unsigned char>(bytes[64]) + 256U * static_cast<unsigned char>(bytes[65]);
    for (std::size_t i = 656; i < index; ++i) bytes[i] = static_cast<char>(~bytes[i]);
    write_file(file, bytes);
  }
  const Outcome outcome = pipo({"audit", "--time", "0", "--tables", folder.path(), "-"},
                               "2x2:000000000000 5\n2x2:111111111111 0\n1x1:0000 0\n2x2:0 0\n");
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "line 1: ")) << outcome.err;
  EXPECT_TRUE(has(outcome.err, "line 3: no table")) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "1 position right, 0 wrong, 3 lines not audited")) << outcome.out;
}

TEST(Audit, OnlyStrictRequiresAllBestMoves) {
  const std::string all = "1x1:0011 -1 h0.0,h1.0\n", one = "1x1:0011 -1 h1.0\n";
  EXPECT_EQ(audit(all).code, 0);
  EXPECT_EQ(audit(one).code, 0);
  EXPECT_EQ(audit(all, {"--strict"}).code, 0);
  const Outcome strict = audit(one, {"--strict"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_TRUE(has(strict.out, "best: claimed h1.0, exact all 2 moves")) << strict.out;
  EXPECT_EQ(audit("{\"position\":\"1x1:0011\",\"value\":-1,\"best\":[]}\n").code, 1);
  EXPECT_EQ(audit("{\"position\":\"1x1:1111\",\"value\":0,\"best\":[]}\n").code, 0);
}

TEST(Audit, TheOutputOfSampleIsRight) {
  for (const std::vector<std::string>& how : {std::vector<std::string>{},
                                              {"--moves"},
                                              {"--format", "csv", "--moves"},
                                              {"--format", "csv"},
                                              {"--format", "jsonl"},
                                              {"--notation", "amdw"},
                                              {"--notation", "sau", "--format", "csv"}}) {
    std::vector<std::string> arguments = {"sample", "2x4", "--tables", made_tables().string()};
    arguments.insert(arguments.end(), how.begin(), how.end());
    const Outcome drawn = pipo(arguments);
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    std::vector<std::string> more = {"--strict"};
    if (how.size() > 1 && how[0] == "--notation") more.insert(more.end(), {how[0], how[1]});
    const Outcome outcome = audit(drawn.out, more);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("standard input: 100 positions right, 0 wrong\n"))
        << outcome.out;
  }
}

TEST(Audit, ResultsAsJson) {
  const Outcome outcome =
      audit(std::string(kBotsTests) + "1x1:0011 -1 h9.9\xff\n", {"--format", "jsonl"});
  EXPECT_EQ(outcome.code, 2);
  std::vector<nlohmann::json> objects;
  for (const std::string& line : lines(outcome.out)) objects.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(objects.size(), 4U + 6U + 1U);
  EXPECT_EQ(objects[0]["line"], 4);
  EXPECT_EQ(objects[0]["wrong"], nlohmann::json({"value"}));
  EXPECT_EQ(objects[0]["claimed"], nlohmann::json({{"value", -1}}));
  EXPECT_EQ(objects[0]["exact"]["value"], 1);
  EXPECT_EQ(objects[0]["exact"]["position"], "1x1:0111");
  EXPECT_EQ(objects[2]["claimed"]["best"], nlohmann::json({"h3.0", "v2.2"}));
  EXPECT_EQ(objects[3]["wrong"], nlohmann::json({"moves"}));
  EXPECT_EQ(objects[3]["claimed"]["moves"],
            nlohmann::json::parse(R"([{"edge":"h3.0","value":2}])"));
  EXPECT_EQ(objects[4]["line"], 10);
  EXPECT_EQ(objects[4]["error"], "column 28: 3x3 needs 24 edges, got 23");
  EXPECT_EQ(objects[10],
            nlohmann::json::parse(R"({"summary":{"file":"standard input","right":3,"wrong":4,
      "not_audited":6,"values":7,"best":4,"moves":4}})"));
  EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
}

TEST(Audit, CompressedAndTruncatedInput) {
  std::string file;
  for (int i = 0; i < 20'000; ++i) file += i == 19'000 ? "1x1:0111 0\n" : "1x1:0111 1\n";
  const Outcome packed = audit(gzip(file));
  EXPECT_EQ(packed.code, 1);
  EXPECT_TRUE(has(packed.out, "19,999 positions right, 1 wrong")) << packed.out;
  EXPECT_TRUE(packed.out.starts_with("line 19001: ")) << packed.out;
  const std::string whole = gzip(file);
  for (const char* format : {"text", "jsonl", "junit"}) {
    const Outcome cut = audit(whole.substr(0, whole.size() - 9), {"--format", format});
    EXPECT_EQ(cut.code, 2);
    EXPECT_TRUE(is_one_complaint(cut.err)) << cut.err;
    EXPECT_TRUE(format[0] == 't' || has(cut.out, "standard input")) << cut.out;
  }
  const Outcome endless = audit("1x1:0111 1\n" + std::string(kLongestLine + 1, ' '));
  EXPECT_EQ(endless.code, 2);
  EXPECT_TRUE(has(endless.err, "line 2: longer than 64 KiB")) << endless.err;
  EXPECT_TRUE(has(endless.out, "1 position right")) << endless.out;
}

TEST(Audit, BadUsage) {
  EXPECT_EQ(pipo({"audit"}).code, 2);
  const Outcome nothing = pipo({"audit", "/does/not/exist", "--tables", made_tables().string()});
  EXPECT_EQ(nothing.code, 2);
  EXPECT_TRUE(has(nothing.err, "cannot read '/does/not/exist'")) << nothing.err;
  for (const auto& [time, code] : {std::pair("0", 3), std::pair("10", 0)}) {
    const Outcome tables =
        pipo({"audit", "--time", time, "-", "--tables", "/does/not/exist"}, "1x1:0111 1\n");
    EXPECT_EQ(tables.code, code);
    EXPECT_TRUE(has(tables.err, "warning: /does/not/exist: ")) << tables.err;
  }
}

}  // namespace pipo::test::audit_test
