// --time and --memory of the commands that solve positions
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pipo/command/failure_report.hpp"
#include "pipopipette/error.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::test::limits_test {

struct Use {
  std::string command;
  std::string argument;
  std::string input = {};
};

const std::vector<Use> kUses = {
    {"solve", "2x3:11100000000000000"},   {"line", "2x3:11100000000000000"},
    {"explain", "2x3:11100000000000000"}, {"analyse", "1x1 h0.0; v0.1"},
    {"audit", "-", "1x1:0111 1\n"},       {"play", "1x1", "quit\n"}};

Outcome with_time(const Use& use, const std::string& time) {
  const TemporaryFolder none;
  return pipo({use.command, "--tables", none.path().string(), "--time", time, use.argument},
              use.input);
}

TEST(Limits, ATimeMayHaveDecimals) {
  for (const Use& use : kUses) {
    for (const char* time : {"20", "20.5", "0020.25"}) {
      const Outcome outcome = with_time(use, time);
      EXPECT_EQ(outcome.code, 0) << use.command << ": " << outcome.err;
    }
  }
  EXPECT_EQ(pipo({"engine", "--time", "0.5"}, "time\nquit\n").out.substr(0, 5), "= 0.5");
  EXPECT_EQ(pipo({"engine"}, "time 0.25\ntime\nquit\n").out.substr(3, 6), "= 0.25");
}

TEST(Limits, ATimeIsANumberOfSeconds) {
  for (const Use& use : kUses) {
    for (const char* time : {"-1", "1000001", "nan", "inf", "1e3", "1s", "0,5", "."}) {
      const Outcome outcome = with_time(use, time);
      EXPECT_EQ(outcome.code, 2) << use.command << " " << time;
      EXPECT_TRUE(has(outcome.err, "is not a number of seconds from 0")) << outcome.err;
    }
  }
}

TEST(Limits, ADecimalTimeIsEnforced) {
  const Outcome outcome = pipo({"line", "--time", "0.5", kEarly});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.err, " 0.50 s may be used")) << outcome.err;
}

TEST(Limits, AreThoseOfQuestions) {
  const Limits limits{.time = 0.5, .memory = "6M", .threads = 2};
  const SolverOptions options = options_within(limits);
  EXPECT_EQ(options.seconds, 0.5);
  EXPECT_EQ(options.memory, std::uint64_t{6} << 20);
  EXPECT_EQ(options.threads, 2);
  EXPECT_EQ(Limits().bytes(), 0U);
  EXPECT_THROW((Limits{.memory = "much"}).bytes(), BadInput);
}

TEST(Limits, SufficientOptionsNameOnlyWhatIsTooSmall) {
  SweepSize size;
  size.memory = std::uint64_t{3} << 20;
  size.most_memory = std::uint64_t{5} << 20;
  size.seconds = 6;
  const Limits both{.time = 1, .memory = "1M", .threads = 1};
  EXPECT_EQ(sufficient_options(size, both, 1), "--time 15 --memory 5M");
  EXPECT_EQ(sufficient_options(size, both, 10), "--memory 5M");
  EXPECT_EQ(sufficient_options(size, {.time = 1, .threads = 3}, 1), "--time 5");
  EXPECT_EQ(sufficient_options(size, {.threads = 1}, 0), "");
  size.most_memory = std::uint64_t{1} << 60;
  EXPECT_EQ(sufficient_options(size, both, 1), "") << "no machine has the memory";
}

TEST(Limits, ARefusedAuditNamesThem) {
  const TemporaryFolder none;
  const Outcome outcome =
      pipo({"audit", "--tables", none.path().string(), "--time", "0.5", "-"}, kEarly + " 1\n");
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(has(outcome.out + outcome.err, "; --time ")) << outcome.out << outcome.err;
  EXPECT_TRUE(has(outcome.out + outcome.err, " would suffice")) << outcome.out << outcome.err;
}

}  // namespace pipo::test::limits_test
