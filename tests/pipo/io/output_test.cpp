// Error messages of every command, long texts kept for later, and progress.
#include "pipo/io/output.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/pipo/support.hpp"

namespace pipo::test::output_test {

TEST(Output, AComplaintIsOneLineFitForATerminal) {
  std::ostringstream err;
  report_error(err, "first\nsecond\x1b[2J\n");
  EXPECT_EQ(err.str(), "pipo: first second\\x1b[2J \n");
}

TEST(Spool, ReturnsTheTextInOrder) {
  std::ostringstream out;
  Spool spool;
  // The spool keeps a few MiB in memory: the first text stays there, the others are in several
  // pieces.
  for (const int pieces : {10, 12'000}) {
    std::string all;
    for (int i = 0; i < pieces; ++i) {
      const std::string piece =
          std::to_string(i) + std::string(1000, static_cast<char>('a' + i % 26));
      spool.add(piece);
      all += piece;
    }
    out.str("");
    spool.write_to(out);
    EXPECT_TRUE(out.str() == all) << pieces << ": " << out.str().size() << " of " << all.size();
  }
}

ProgressReport report(int layer, std::uint64_t done, double seconds) {
  return {.stage = "layer " + std::to_string(layer),
          .done = done,
          .total = 2'000'000,
          .unit = "values",
          .memory_bytes = 3 << 20,
          .seconds = seconds};
}

TEST(Progress, ShowsRateTimeLeftAndMemory) {
  EXPECT_EQ(describe(report(17, 500'000, 5)),
            "layer 17, 25%, 500 k of 2.00 M values, 100 k/s, 15.0 s left, 3.00 MiB");
}

TEST(Progress, ShowsNoRateBeforeTheFirstValues) {
  EXPECT_EQ(describe(report(17, 0, 0)), "layer 17, 0%, 0 of 2.00 M values, 3.00 MiB");
}

TEST(Progress, FastWorkPrintsNoPlainLine) {
  std::ostringstream out;
  {
    Progress progress(out, "3x3", 0);
    for (int layer = 24; layer >= 0; --layer)
      progress.update(report(layer, 10, 0.01 * (24 - layer)));
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, PrintsPlainLinesOnceAStageAndAtMostEveryTwoSeconds) {
  std::ostringstream out;
  Progress progress(out, "4x4", 0);
  progress.update(report(40, 1, 1));
  progress.update(report(39, 2, 2));    // two seconds have gone by
  progress.update(report(39, 3, 9));    // the same layer
  progress.update(report(38, 4, 9.5));  // another layer
  progress.update(report(37, 5, 10));   // too soon after the last line
  const auto lines = test::lines(out.str());
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with("pipo: 4x4: layer 39, "));
  EXPECT_TRUE(lines[1].starts_with("pipo: 4x4: layer 38, "));
}

TEST(Progress, RewritesALineThatFitsTheTerminal) {
  std::ostringstream out;
  {
    Progress progress(out, "4x4", 100);
    progress.update(report(40, 1'000'000, 1));
    progress.update(report(40, 1'000'001, 1.05));  // too soon
    progress.update(report(40, 1'500'000, 1.2));
  }
  const std::string text = out.str();
  EXPECT_EQ(text.find('\n'), text.npos);
  std::vector<std::string> drawn;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line, '\r');) drawn.push_back(line);
  ASSERT_EQ(drawn.size(), 4U);  // no output, two lines, and the line cleared
  EXPECT_NE(drawn[1].find("50%"), text.npos);
  EXPECT_NE(drawn[1].find("[======"), text.npos);
  EXPECT_NE(drawn[2].find("75%"), text.npos);
  EXPECT_EQ(drawn[3], "\x1b[K");
  for (const std::string& line : drawn) EXPECT_LT(line.size(), 100U + 3);
}

TEST(Progress, ANarrowTerminalGetsFewerItems) {
  const auto line = [](int width) {
    std::ostringstream out;
    Progress progress(out, "4x4", width);
    progress.update(report(40, 1'000'000, 1));
    return out.str();
  };
  EXPECT_EQ(line(24), "\r\x1b[K4x4: layer 40, 50%");
  EXPECT_EQ(line(19), "\r\x1b[K4x4: layer 40, 50%");
  EXPECT_EQ(line(18), "\r\x1b[K4x4: layer 40");
  EXPECT_EQ(line(5), "\r\x1b[K4x4:");
}

TEST(Progress, OnlyStandardErrorIsATerminal) {
  std::ostringstream out;
  EXPECT_EQ(terminal_width(out), 0);
}

TEST(Progress, IgnoresTheWorkOfAnEarlierRun) {
  ProgressReport report{.stage = "layer 3", .done = 600, .total = 1000};
  report.before = 500;
  report.seconds = 10;
  EXPECT_EQ(describe(report), "layer 3, 60%, 600 of 1.00 k values, 10/s, 40.0 s left");
  report.done = 500;
  EXPECT_EQ(describe(report), "layer 3, 50%, 500 of 1.00 k values");
}

TEST(Progress, ShowsNoTimeLeftBeforeItIsKnown) {
  ProgressReport report{.stage = "layer 40", .done = 1, .total = 1'000'000};
  report.seconds = 10;
  EXPECT_EQ(describe(report).find("left"), std::string::npos) << describe(report);
}

}  // namespace pipo::test::output_test
