// `pipo solve`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "probe/file/file_names.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/files.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test::solve_test {

using nlohmann::json;

// 18 edges of 60.
constexpr const char* kMiddle = "5x5:011100001010001100000011100101010001000000000110000100010000";

class Solve : public testing::Test {
 protected:
  // A folder without tables.
  Outcome solve(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"solve", "--tables", folder_.path().string()});
    return pipo(arguments, input);
  }

  TemporaryFolder folder_;
};

TEST_F(Solve, EachMethodAgreesWithProbe) {
  for (const char* position : {"2x4:0000000000000000000000", "3x3:110001000011101010101000",
                               "4x2:1100010000111010101010", "1x1:1111", "2x2:111111100110"}) {
    const std::string by_table = with_made_tables("probe", {position}).out;
    EXPECT_EQ(with_made_tables("solve", {position}).out, by_table + "\nsolved by a table\n");
    for (const std::string way : {"sweep", "search"}) {
      const Outcome outcome = solve({"--by", way, position});
      EXPECT_EQ(outcome.code, 0) << outcome.err;
      EXPECT_EQ(outcome.err, "");
      EXPECT_TRUE(outcome.out.starts_with(by_table + "\nsolved by a " + way + " of "))
          << outcome.out;
    }
    json probed = json::parse(with_made_tables("probe", {"--format", "jsonl", position}).out);
    probed["by"] = "sweep";
    probed["swept_from"] = probed["layer"];
    EXPECT_EQ(json::parse(solve({"--format", "jsonl", "--by", "sweep", position}).out), probed);
  }
}

TEST_F(Solve, PositionsOf5x5) {
  if (kSanitized) GTEST_SKIP() << "about eleven million values";
  const json middle = json::parse(solve({"--format", "jsonl", kMiddle}).out);
  EXPECT_EQ(middle["by"], "sweep");
  EXPECT_EQ(middle["value"], 1);
  const std::string later = std::string(kMiddle).replace(54, 10, "1111111111");
  const json end = json::parse(solve({"--format", "jsonl", later}).out);
  EXPECT_EQ(end["by"], "search");
  for (const char* way : {"sweep", "search"}) {
    json other = json::parse(solve({"--format", "jsonl", "--by", way, later}).out);
    other["by"] = "search";
    other.erase("swept_from");
    EXPECT_EQ(other, end) << way;
  }
}

TEST_F(Solve, WithOtherNotationsAndAScore) {
  const Outcome outcome = solve({"--notation", "moves", "1x2 h0.0; h1.0; v0.0; v0.1; h0.1"});
  EXPECT_TRUE(has(outcome.out, "score 0-1 now, 0-2 in the end under best play")) << outcome.out;
  EXPECT_EQ(json::parse(
                solve({"--picture", "-", "--format", "jsonl"}, "+--+\n|  |\n+  +\n").out)["value"],
            1);
}

TEST_F(Solve, KeepMakesATableThatAnswersNextTime) {
  const std::string position = "2x3:10000000010000000";
  const Outcome kept = solve({"--make-table", position});
  EXPECT_EQ(kept.code, 0) << kept.err;
  EXPECT_TRUE(has(kept.out, "solved by a table")) << kept.out;
  const Outcome later = solve({"2x3:10000100010000000"});
  EXPECT_TRUE(has(later.out, "solved by a table")) << later.out;
  EXPECT_EQ(later.code, 0);
}

TEST_F(Solve, KeepStaysWithinItsMemory) {
  const Outcome outcome = solve({"--make-table", "--memory", "1M", "2x3:10000000010000001"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.err, "--memory allows 1.00 MiB")) << outcome.err;
}

TEST_F(Solve, RefusesTooLargePositionsWithFiguresAndARemedy) {
  if (kSanitized) GTEST_SKIP() << "counting large boards takes long";
  const Outcome all = solve({"5x5:" + std::string(60, '0')});
  EXPECT_TRUE(refused_with(all, 5, "5x5 with 0 edges drawn would take about "));
  EXPECT_TRUE(has(all.err, "TiB of memory")) << all.err;
  EXPECT_TRUE(has(all.err, "; draw more edges, or allow more memory or time; or ask")) << all.err;
  const Outcome memory = solve({"--memory", "1M", "--by", "sweep", kMiddle});
  EXPECT_EQ(memory.code, 5);
  EXPECT_TRUE(has(memory.err, "but only 1.00 MiB of memory may be used; its value is from "))
      << memory.err;
  const Outcome time = solve({"--time", "1", "5x5:" + std::string(12, '1') + std::string(48, '0')});
  EXPECT_EQ(time.code, 5);
  EXPECT_TRUE(has(time.err, " 1.00 s may be used")) << time.err;
  const Outcome search = solve({"--time", "1", "--by", "search", "4x4:" + std::string(40, '0')});
  EXPECT_EQ(search.code, 5);
  EXPECT_TRUE(
      has(search.err,
          "4x4 with 0 edges drawn is not solved in the 1.00 s allowed; no move is known yet"))
      << search.err;
}

int count(const std::string& text, std::string_view part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++found;
  return found;
}

// A message has one remedy, and one that helps: the options that suffice take the place of "allow
// more time".
TEST_F(Solve, ARemedyIsNamedOnce) {
  for (const Outcome& outcome :
       {solve({"--time", "0.001", "--by", "search", "4x4:" + std::string(40, '0')}),
        solve({"--time", "0.001", kMiddle}), solve({"--memory", "1M", "--by", "sweep", kMiddle}),
        solve({"--time", "1", "6x6:" + std::string(84, '0')})}) {
    EXPECT_EQ(outcome.code, 5);
    EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
    const int remedies = count(outcome.err, "allow ") + count(outcome.err, " would suffice");
    EXPECT_LE(remedies, 1) << outcome.err;
    EXPECT_GE(remedies + count(outcome.err, "draw more edges"), 1) << outcome.err;
  }
  // No time that may be given would do, but a question about bounds is not refused.
  const Outcome early = solve({"--time", "1", "6x6:" + std::string(84, '0')});
  EXPECT_TRUE(early.err.ends_with("; draw more edges; or ask for less with --bound\n"))
      << early.err;
}

// Waits until the program handles Ctrl-C (SigCgt in its status), which takes a while on a busy
// machine.
TEST_F(Solve, CtrlCEndsItAtOnce) {
  const Outcome stopped = bash(
      "set -m; '" + program() + "' solve --by search 4x5:" + std::string(49, '0') +
      " & job=$!; listens() { [[ $(</proc/$job/comm) != bash ]] && while read -r name mask; do "
      "[[ $name != SigCgt: ]] || (( 0x$mask & 2 )) || return 1; done </proc/$job/status; }; "
      "while kill -0 $job && ! listens; do sleep 0.05; done; "
      "sleep 0.5; kill -INT $job; wait $job");
  EXPECT_EQ(stopped.code, 130);
  EXPECT_TRUE(stopped.err.starts_with("pipo: stopped; no move is known yet\n")) << stopped.err;
}

TEST_F(Solve, ADamagedTableIsReportedOnce) {
  make_tables(folder_.path(), {"1x1"});
  flip(folder_.path() / "1x1" / layer_file_name(0), 20);
  const Outcome outcome = solve({"--by", "table", "1x1:0000"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
}

TEST_F(Solve, WarnsOfAMissingFolder) {
  const std::string nowhere = folder_ / "nowhere";
  const Outcome named = pipo({"solve", "--tables", nowhere, "1x1:0000"});
  EXPECT_EQ(named.code, 0);
  EXPECT_TRUE(is_one_complaint(named.err)) << named.err;
  EXPECT_TRUE(named.err.starts_with("pipo: warning: " + nowhere + ": ")) << named.err;
  // The default folder need not exist; one of PIPO_TABLES should.
  const std::string here = "cd '" + folder_.path().string() + "'; unset PIPO_TABLES; ";
  EXPECT_EQ(bash(here + "'" + program() + "' solve 1x1:0000").err, "");
  EXPECT_TRUE(has(bash(here + "PIPO_TABLES=there '" + program() + "' solve 1x1:0000").err,
                  "pipo: warning: there: "));
}

TEST_F(Solve, NamesLimitsThatSuffice) {
  const Outcome time = solve({"--time", "1", kEarly});
  EXPECT_TRUE(has(time.err, "; --time ")) << time.err;
  EXPECT_TRUE(has(time.err, " would suffice; or ask for less with --bound")) << time.err;
  const Outcome memory = solve({"--memory", "1M", "--by", "sweep", kMiddle});
  EXPECT_TRUE(has(memory.err, "; --memory ")) << memory.err;
}

TEST_F(Solve, BadInput) {
  for (const auto& [arguments, reason] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{}, "no position to solve"},
           {{"5x5:01"}, "5x5 needs 60 edges, got 2"},
           {{"1x1:0111", "--picture", "-"}, "exclude each other"},
           {{"--time", "0", "1x1:0111"}, "--time"},
           {{"--memory", "0", "1x1:0111"}, "is not a size"},
           {{"--by", "oracle", "1x1:0111"}, "--by"},
           {{"--make-table", "--time", "9", "1x1:0111"}, "leave --time out"},
           {{"--make-table", "--by", "search", "1x1:0111"}, "leave --by out"}}) {
    const Outcome outcome = solve(arguments);
    EXPECT_TRUE(refused_with(outcome, 2, reason));
  }
  const Outcome missing = solve({"--by", "table", "2x2:" + std::string(12, '0')});
  EXPECT_EQ(missing.code, 3);
  EXPECT_TRUE(has(missing.err, "'pipo generate 2x2")) << missing.err;
}

// One position contains another; one is on another board; one exceeds the limits; one is malformed.
TEST_F(Solve, ABatchGivesTheSameAnswersInTheOrderOfTheLines) {
  std::vector<std::string> positions = {"3x4:1100000000000000000000000000011", "2x2:000000000000",
                                        "3x4:1100000000000001110000000010011",
                                        "3x4:1100000000001100000000000000011"};
  if (kSanitized) {  // fewer edges are open
    for (const std::size_t i : {0, 2, 3}) positions[i].replace(21, 4, "1111");
  }
  std::string input = "# a remark\n";
  std::vector<std::string> alone;
  for (const std::string& position : positions) {
    input += position + "\n";
    alone.push_back(solve({"--format", "jsonl", position}).out);
  }
  const Outcome all = solve({"--batch", "-", "--format", "jsonl"}, input);
  EXPECT_EQ(all.code, 0) << all.err;
  ASSERT_EQ(lines(all.out).size(), positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    json together = json::parse(lines(all.out)[i]);
    json own = json::parse(alone[i]);
    if (i == 3 && !kSanitized) {  // which searches
      EXPECT_LT(together["swept_from"], own["swept_from"]);
    }
    together.erase("swept_from");
    own.erase("swept_from");
    EXPECT_EQ(together, own);
  }
  const Outcome some = solve({"--batch", "-", "--format", "jsonl", "--memory", "60M"},
                             "3x3:1\n" + kTooLargeEmpty + "\n" + positions[1] + "\n");
  EXPECT_EQ(some.code, 5);
  ASSERT_EQ(lines(some.out).size(), 3U);
  EXPECT_EQ(json::parse(lines(some.out)[0])["position"], "3x3:1");
  EXPECT_NE(json::parse(lines(some.out)[1])["error"].get<std::string>().find("60.0 MiB"),
            std::string::npos)
      << some.out;
  EXPECT_EQ(lines(some.out)[2] + "\n", alone[1]);
  EXPECT_NE(some.err.find("2 of 3 positions could not be answered; the first: line 1"),
            std::string::npos)
      << some.err;
}

TEST_F(Solve, ADamagedBlockOrTooLittleMemorySpoilsNoOtherLineOfABatch) {
  make_tables(folder_.path(), {"1x1"});
  flip(folder_.path() / "1x1" / layer_file_name(0), 20);
  const std::string input = "1x1:0000\n2x2:000000000000\n";
  const Outcome damaged =
      solve({"--batch", "-", "--format", "jsonl", "--by", "table"}, "1x1:0000\n1x1:0000\n");
  EXPECT_EQ(damaged.code, 4) << damaged.err;
  EXPECT_EQ(lines(damaged.out).size(), 2U) << damaged.out;
  const Outcome mixed = solve({"--batch", "-", "--format", "jsonl"}, input);
  ASSERT_EQ(lines(mixed.out).size(), 2U) << mixed.out << mixed.err;
  EXPECT_EQ(json::parse(lines(mixed.out)[1])["value"], 2);
  const Outcome little = solve({"--batch", "-", "--format", "jsonl", "--memory", "8M"}, input);
  EXPECT_EQ(little.code, 5) << little.err;
  ASSERT_EQ(lines(little.out).size(), 2U) << little.out;
  EXPECT_TRUE(has(lines(little.out)[1], "a search needs at least")) << little.out;
}

TEST_F(Solve, ABatchAsTextAndItsOptions) {
  const std::string position = "2x2:000000000000";
  const Outcome text = solve({"--batch", "-"}, position + "\nbad\n" + position + "\n");
  EXPECT_EQ(text.code, 2);
  EXPECT_EQ(lines(text.err).size(), 1U) << text.err;
  EXPECT_TRUE(text.err.starts_with("pipo: line 2: ")) << text.err;
  EXPECT_NE(text.out.find("\nsolved by a search of "), std::string::npos) << text.out;
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--make-table"},
                                                  {"--bound", "1"},
                                                  {position},
                                                  {"--picture", "x"}}) {
    std::vector<std::string> arguments = {"--batch", "-"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome refused = solve(arguments, position + "\n");
    EXPECT_EQ(refused.code, 2) << options[0];
    EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
    EXPECT_EQ(refused.out, "");
  }
  EXPECT_EQ(solve({"--batch", "/nowhere"}).code, 2);
}

TEST_F(Solve, BoundsOfAValue) {
  const std::string empty = "3x3:000000000000000000000000";  // worth -3
  Outcome outcome = solve({"--bound", "-3,3", empty});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with(
      empty +
      "\nlayer 0 of 24, value -3: the player to move loses by 3, taking 3 of the 9 boxes left\n"))
      << outcome.out;
  EXPECT_TRUE(has(outcome.out, "is worth -3\n\nfound by a search of ")) << outcome.out;
  outcome = solve({"--bound", "1", empty});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(has(outcome.out, "layer 0 of 24, value at most -")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, ": the player to move loses\n")) << outcome.out;
  EXPECT_FALSE(has(outcome.out, "is worth")) << outcome.out;
  outcome = solve({"--bound", "-9,-5", empty});
  EXPECT_TRUE(has(outcome.out, "value at least -3\n")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "is worth at least -3\n")) << outcome.out;
  const json exact = json::parse(solve({"--bound=-3,3", "--format", "jsonl", empty}).out);
  EXPECT_EQ(exact["value"], -3);
  EXPECT_EQ(exact["value_bounds"], json({-3, -3}));
  EXPECT_EQ(exact["by"], "search");
  const json above = json::parse(solve({"--bound=-9", "--format", "jsonl", empty}).out);
  EXPECT_EQ(above["value"], nullptr);
  EXPECT_EQ(above["value_bounds"][0], -9);
  EXPECT_EQ(
      json::parse(with_made_tables("solve", {"--bound=1", "--format", "jsonl", empty}).out)["by"],
      "table");
}

// The window is settled in a fraction of the time that all moves take.
TEST_F(Solve, BoundsOnBoardsWithMoreThan64Edges) {
  const std::string position =
      "6x6:100100010001100110001111010011101100010010001011000100010110001110000010010000010000";
  Outcome outcome = solve({"--bound", "1", position});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with(
      position + "\nlayer 32 of 84, value at most 0: the player to move does not win\n"))
      << outcome.out;
  EXPECT_TRUE(has(outcome.out, "found by a search of ")) << outcome.out;
  outcome = solve({"--bound=-2,2", position});
  EXPECT_TRUE(has(outcome.out, "layer 32 of 84, value -2: ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "is worth -2\n")) << outcome.out;
  const std::string empty = "6x6:" + std::string(84, '0');
  const json far = json::parse(solve({"--bound=37,40", "--format", "jsonl", empty}).out);
  EXPECT_EQ(far["value_bounds"], json({-36, 36}));
  EXPECT_EQ(far["in_time"], true);
  std::string early = "6x6:";
  for (int i = 0; i < 28; ++i) early += "100";
  outcome = solve({"--bound=1", "--time", "0.2", early});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.err, "the question is not settled; allow more --time")) << outcome.err;
  outcome = solve({"--time", "0.2", empty});
  EXPECT_TRUE(refused_with(outcome, 5, "; or ask for less with --bound"));
}

TEST_F(Solve, ScratchFiles) {
  const std::string position = "4x4:0001010000100000000100010000000000000010";
  const std::string little = "41M";
  Outcome outcome = solve({"--memory", little, "--threads", "2", position});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.err, "or use a disk with --scratch DIR")) << outcome.err;
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  outcome = solve({"--memory", little, "--threads", "2", "--scratch", path, position});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "layer 6 of 40, value +2")) << outcome.out;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  outcome = solve({"--memory", little, "--threads", "2", "--scratch", path + "/none", position});
  EXPECT_EQ(outcome.code, 5) << outcome.err;
  EXPECT_TRUE(has(outcome.err, path + "/none: cannot be written: ")) << outcome.err;
  for (const char* option : {"--make-table", "--by=table", "--by=search"}) {
    EXPECT_EQ(solve({"--scratch", path, option, "1x1:0000"}).code, 2) << option;
  }
  EXPECT_EQ(solve({"--scratch", path, "--bound=1", "1x1:0000"}).code, 0);
}

TEST_F(Solve, ImpossibleBounds) {
  const std::string from = kSanitized ? "from -24 to +24" : "from -25 to +25";
  Outcome outcome = solve({"--bound", "1", "--time", "1", "--memory", "30M", kTooLargeEmpty});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.out,
                  (kSanitized ? "layer 0 of 58, value " : "layer 0 of 60, value ") + from + "\n"))
      << outcome.out;
  EXPECT_TRUE(
      has(outcome.err, "the time is over, and the question is not settled; allow more --time"))
      << outcome.err;
  for (const char* bound : {"x", "1,", ",1", "1,2,3", "3,1", "1000", "1 "}) {
    outcome = solve({"--bound", bound, "1x1:0000"});
    EXPECT_EQ(outcome.code, 2) << bound;
    EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
  }
  EXPECT_EQ(solve({"--bound", "1", "--make-table", "1x1:0000"}).code, 2);
  outcome = solve({"--memory", "30M", kTooLargeEmpty});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.err, "its value is " + from + "; ")) << outcome.err;
}

}  // namespace pipo::test::solve_test
