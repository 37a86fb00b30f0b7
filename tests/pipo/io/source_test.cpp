// Sources of input: files, pipes, devices, and unreadable ones.
#include "pipo/io/source.hpp"

#include <gtest/gtest.h>

#include "tests/pipo/support.hpp"
#include "tests/support/as_nobody.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test::source_test {

class SourceOf : public testing::Test {
 protected:
  void SetUp() override { make_tables(folder_.path(), {"1x1"}); }

  std::string arguments(const std::string& option) const {
    return "--tables '" + folder_.path().string() + "' probe --format jsonl " + option;
  }

  TemporaryFolder folder_;
};

TEST_F(SourceOf, UnreadableInputIsReportedWithTheReason) {
  const auto refused = [&](const std::string& file, const std::string& reason) {
    for (const std::string command : {"probe --batch", "probe --picture", "explain --picture"}) {
      const Outcome outcome = shell(command + " " + file + " --tables " + folder_.path().string());
      EXPECT_EQ(outcome.code, 2) << command << file;
      EXPECT_EQ(outcome.out, "");
      EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
      EXPECT_NE(outcome.err.find("pipo: cannot read " + reason), std::string::npos) << outcome.err;
      for (const char* raw : {"basic_", "filebuf", "ios", "iostream", "exception"}) {
        EXPECT_EQ(outcome.err.find(raw), std::string::npos) << outcome.err;
      }
    }
  };
  const std::string folder = folder_.path().string();
  refused(folder, "'" + folder + "': it is a folder");
  refused("/", "'/': it is a folder");
  refused("- < /", "standard input: Is a directory");
  refused("/dev/stdin < /", "'/dev/stdin': it is a folder");
  refused("/does/not/exist", "'/does/not/exist': No such file or directory");
  refused("/proc/self/mem", "'/proc/self/mem': Input/output error");
  write_file(folder_ / "secret", "1x1:0111\n");
  refused("'" + folder_ / "secret" + "/x'", "'" + folder_ / "secret" + "/x': Not a directory");
}

TEST_F(SourceOf, MissingPermissionIsReported) {
  if (!AsNobody::possible()) GTEST_SKIP() << "root cannot become another user here";
  let_others_in(folder_.path());
  write_file(folder_ / "secret", "1x1:0111\n");
  close_to_all(folder_ / "secret");
  const AsNobody nobody;
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"probe", "--batch"}, {"probe", "--picture"}, {"explain", "--picture"}, {"audit"}}) {
    std::vector<std::string> arguments = {"--tables", folder_.path().string()};
    arguments.insert(arguments.end(), command.begin(), command.end());
    arguments.push_back(folder_ / "secret");
    const Outcome outcome = pipo(arguments);
    EXPECT_EQ(outcome.code, 2) << command[0];
    EXPECT_EQ(outcome.err, "pipo: cannot read '" + folder_ / "secret" + "': Permission denied\n");
  }
}

TEST_F(SourceOf, ReadsPipesAndDevices) {
  const std::string answer = shell(arguments("1x1:0111")).out;
  ASSERT_FALSE(answer.empty());
  const std::string program_with = "'" + program() + "' " + arguments("");
  const std::string fifo = folder_ / "fifo", text = folder_ / "text";
  write_file(text, "1x1:0111\n");
  for (const std::string& script : {"echo 1x1:0111 | " + program_with + "--batch /dev/stdin",
                                    program_with + "--batch /dev/stdin < '" + text + "'",
                                    "gzip -c '" + text + "' | " + program_with + "--batch -",
                                    "mkfifo '" + fifo + "'; gzip -c '" + text + "' > '" + fifo +
                                        "' & " + program_with + "--batch '" + fifo + "'",
                                    program_with + "--batch <(echo 1x1:0111)"}) {
    const Outcome outcome = bash(script);
    EXPECT_EQ(outcome.code, 0) << script << "\n" << outcome.err;
    EXPECT_EQ(outcome.out, answer) << script;
  }
}

// Needs less than half a GiB of memory for any input (sanitizers use more).
TEST_F(SourceOf, RefusesEndlessInputInLittleMemory) {
  const std::string limited =
      std::string(kSanitized ? "" : "ulimit -d 524288; ") + "'" + program() + "' " + arguments("");
  const Outcome line = bash("(echo 1x1:0111; cat /dev/zero) | (" + limited + "--batch -)");
  EXPECT_EQ(line.code, 2) << line.err;
  EXPECT_EQ(lines(line.out).size(), 1U);
  EXPECT_EQ(line.err, "pipo: standard input, line 2: longer than 64 KiB, the limit for a line\n");
  const Outcome device = bash(limited + "--batch /dev/zero");
  EXPECT_EQ(device.code, 2);
  EXPECT_EQ(device.err, "pipo: '/dev/zero', line 1: longer than 64 KiB, the limit for a line\n");
  const Outcome picture = bash(limited + "--picture /dev/zero");
  EXPECT_EQ(picture.code, 2);
  EXPECT_NE(picture.err.find("longer than 64 KiB"), std::string::npos) << picture.err;
}

TEST_F(SourceOf, ReadsNothingBeforeTheFirstRequest) {
  // No process writes to the pipe; the missing tables are reported first.
  const std::string fifo = folder_ / "fifo";
  const Outcome outcome = bash("mkfifo '" + fifo + "'; exec 3<> '" + fifo + "'; timeout 20 '" +
                               program() + "' --tables /does/not/exist probe --batch - <&3");
  EXPECT_EQ(outcome.code, 3);
}

}  // namespace pipo::test::source_test
