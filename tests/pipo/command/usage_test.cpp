// Common behaviour of all commands: help, usage errors, folders of tables.
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "pipopipette/version.h"
#include "tests/pipo/support.hpp"

namespace pipo::test::usage_test {

TEST(Usage, Version) {
  const Outcome version = pipo({"--version"});
  EXPECT_EQ(version.code, 0);
  const std::vector<std::string> shown = lines(version.out);
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_EQ(shown[0], "pipo " PIPOPIPETTE_VERSION);
  EXPECT_TRUE(std::regex_match(shown[1], std::regex("commit ([0-9a-f]{12}(-dirty)?|unknown)")));
  EXPECT_EQ(shown[2],
            "formats of tables: reads 3 to 5, writes 3, 4 (omitted layers) and 5 (Nimstring)");
}

TEST(Usage, HelpOfEveryCommandHasExamples) {
  for (const char* command : {"", "generate", "probe", "info", "verify"}) {
    std::vector<std::string> arguments;
    if (*command != '\0') arguments.emplace_back(command);
    arguments.emplace_back("--help");
    const Outcome help = pipo(arguments);
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_EQ(help.err, "") << command;
    EXPECT_NE(help.out.find("Examples:"), std::string::npos) << command;
    EXPECT_NE(help.out.find("--tables"), std::string::npos) << command;
    EXPECT_NE(help.out.find(std::string("Usage: pipo ") + command), std::string::npos) << command;
  }
}

TEST(Usage, BadUsageIsOneLineAndCode2) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> bad = {
      {{}, "no command"},
      {{"frobnicate"}, "no command 'frobnicate'"},
      {{"--frobnicate"}, "no option '--frobnicate'"},
      {{"--tables"}, "--tables needs a value; give one after it (see"},
      {{"--tables", "x"}, "no command"},
      {{"--tables", "x", "frobnicate", "1x1"}, "no command 'frobnicate'"},
      {{"generate"}, "BOARD is required"},
      {{"generate", "3x3", "4x4"}, "unexpected argument '4x4'"},
      {{"generate", "3x3", "--threads", "many"}, "'many' is not a whole number"},
      {{"generate", "3x3", "--threads", "-1"}, "'-1' is not a whole number from 0 to 1024"},
      {{"generate", "3x3", "--memory", "lots"}, "lots"},
      {{"generate", "3x3", "--memory"}, "--memory needs a value; give one after it (see"},
      {{"generate", "3x3", "--start", "norwegian"}, "norwegian"},
      {{"generate", "3x3", "--start", "2x2:000000000000"}, "2x2"},
      {{"generate", "3x3", "--check=7"}, "--check takes no value; leave it out (see"},
      {{"probe"}, "no position"},
      {{"probe", "--format", "xml", "1x1:0000"}, "'xml'"},
      {{"probe", "1x1:0000", "--batch", "-"}, "exclude each other"},
      {{"probe", "--picture", "-", "--batch", "-"}, "exclude each other"},
      {{"probe", "--batch", "a", "--batch", "b"}, "--batch is given 2 times; give it once (see"},
      {{"probe", "--batch", "/does/not/exist"}, "/does/not/exist"},
      {{"probe", "--picture", "/does/not/exist"}, "/does/not/exist"},
      {{"info", "3x3", "3x4"}, "unexpected argument '3x4'"},
      {{"info", "--frobnicate"}, "no option '--frobnicate'"},
      {{"info", "3x3", "--start", "a", "--start", "b"},
       "--start is given 2 times; give it once (see"},
      {{"info", "--format", "yaml"},
       "--format: 'yaml' is not a value of this option; give text, json or csv"},
      {{"verify"}, "BOARD is required"},
      {{"verify", "1x1", "--sample", "0"}, "'0' is not a whole number from 1 to"},
      {{"verify", "1x1", "--sample", "-5"}, "'-5' is not a whole number from 1 to"},
      {{"verify", "3x3", "--sample", "1e3"}, "'1e3' is not a whole number from 1 to"},
      {{"verify", "1x1", "--sample"}, "--sample needs a value; give one after it (see"},
      {{"verify", "3x3", "--full=false"}, "--full takes no value; leave it out (see"},
      // An unset variable of a script must not count as an omitted option.
      {{"generate", "1x1", "--memory", ""}, "pipo: --memory: the value is empty"},
      {{"generate", "1x1", "--start", ""}, "pipo: --start: the value is empty"},
      {{"generate", ""}, "pipo: BOARD: the value is empty"},
      {{"plan", "1x1", "--memory", ""}, "pipo: --memory: the value is empty"},
      {{"plan", ""}, "pipo: BOARD: the value is empty"},
      {{"info", ""}, "pipo: BOARD: the value is empty"},
      {{"verify", ""}, "pipo: BOARD: the value is empty"},
      {{"info", "--tables", ""}, "pipo: --tables: the value is empty"},
      {{"explain", "--picture", ""}, "pipo: --picture: the value is empty"},
      {{"explain", ""}, "pipo: POSITION: the value is empty"},
      {{"info", "--start", ""}, "pipo: --start: the value is empty"},
      {{"--tables", "", "info"}, "pipo: --tables: the value is empty"},
      {{"info", "--tables", "a", "--tables", ""}, "pipo: --tables: the value is empty"},
      {{"probe", "--batch", ""}, "pipo: --batch: the value is empty"},
      {{"probe", "1x1:0000", "--batch", ""}, "pipo: --batch: the value is empty"},
      {{"probe", "--picture", ""}, "pipo: --picture: the value is empty"},
      {{"probe", ""}, "pipo: POSITION: the value is empty"},
      {{"probe", "1x1:0000", ""}, "pipo: POSITION: the value is empty"},
      {{"info", "--format", ""}, "pipo: --format: '' is not a value of this option"},
      {{"verify", "1x1", "--sample", ""}, "pipo: --sample: '' is not a whole number"},
  };
  for (const auto& [arguments, words] : bad) {
    const Outcome refused = pipo(arguments);
    EXPECT_TRUE(refused_with(refused, 2, words));
  }
}

TEST(Usage, InvalidBoards) {
  for (const char* board : {"0x3", "3x0", "9x9", "3y3", "3x", "x3", "33", "", "3x3x3", "-1x3",
                            "03x3", "1e1x1", "3X3", "99999999999999999999x1", " 3x3"}) {
    for (const char* command : {"generate", "info", "verify"}) {
      const TemporaryFolder folder;
      const Outcome refused = pipo({command, "--tables", folder.path().string(), "--", board});
      EXPECT_EQ(refused.code, 2) << command << " " << board << "\n" << refused.out;
      EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
      EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << command << " " << board;
    }
  }
}

TEST(Usage, AMissingTablesFolder) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"probe", "1x1:0000"},
                                                  {"info"},
                                                  {"info", "1x1"},
                                                  {"verify", "1x1"}}) {
    auto arguments = command;
    arguments.insert(arguments.end(), {"--tables", "/does/not/exist"});
    const Outcome refused = pipo(arguments);
    EXPECT_TRUE(refused_with(refused, 3, "/does/not/exist"));
  }
}

TEST(Usage, ATablesFolderWithoutTheBoard) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1"});
  const std::string empty_2x2 = "2x2:000000000000";
  for (const std::vector<std::string>& command : {std::vector<std::string>{"probe", empty_2x2},
                                                  {"info", "2x2"},
                                                  {"info", "1x1", "--start", "swedish"},
                                                  {"verify", "2x2"}}) {
    auto arguments = command;
    arguments.insert(arguments.end(), {"--tables", folder.path().string()});
    const Outcome refused = pipo(arguments);
    EXPECT_TRUE(refused_with(refused, 3, folder.path().string()));
    EXPECT_NE(refused.err.find(command[1] == "1x1" ? "1x1" : "2x2"), std::string::npos)
        << refused.err;
  }
}

TEST(Usage, AcceptsTablesBeforeAndAfterTheCommandAndSeveralTimes) {
  const TemporaryFolder a, b;
  make_tables(a.path(), {"1x1"});
  make_tables(b.path(), {"1x2"});
  const std::string in_a = a.path().string(), in_b = b.path().string();
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"--tables", in_a, "--tables", in_b, "probe", "1x1:0000", "1x2:0000000"},
           {"--tables", in_a, "probe", "--tables", in_b, "1x1:0000", "1x2:0000000"},
           {"probe", "1x1:0000", "1x2:0000000", "--tables", in_a, "--tables", in_b}}) {
    const Outcome answered = pipo(arguments);
    EXPECT_EQ(answered.code, 0) << answered.err;
  }
}

// Sets an environment variable during its life.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

TEST(Usage, OptionsOverrideTheEnvironment) {
  const TemporaryFolder a, b;
  make_tables(a.path(), {"1x1"});
  make_tables(b.path(), {"1x2"});
  const Variable variable("PIPO_TABLES", a.path().string() + ":" + b.path().string());
  EXPECT_EQ(pipo({"probe", "1x1:0000", "1x2:0000000"}).code, 0);
  EXPECT_EQ(pipo({"probe", "1x1:0000", "--tables", b.path().string()}).code, 3);
  EXPECT_EQ(pipo({"probe", "1x2:0000000", "--tables", b.path().string()}).code, 0);
}

TEST(Usage, TheEnvironmentHasNoEmptyFolders) {
  const TemporaryFolder a;
  make_tables(a.path(), {"1x1"});
  const std::string in_a = a.path().string();
  for (const std::string& value : {":" + in_a, in_a + ":", in_a + "::" + in_a, std::string(":")}) {
    const Variable variable("PIPO_TABLES", value);
    const Outcome refused = pipo({"probe", "1x1:0000"});
    EXPECT_TRUE(refused_with(refused, 2, "PIPO_TABLES"));
    EXPECT_EQ(pipo({"probe", "1x1:0000", "--tables", in_a}).code, 0)
        << "the environment is not used";
    EXPECT_EQ(pipo({"info", "1x2", "--tables", in_a}).code, 3) << "the environment is not used";
  }
  const Variable nothing("PIPO_TABLES", "");
  EXPECT_EQ(pipo({"probe", "1x1:0000"}).err.find("PIPO_TABLES,"), std::string::npos);
}

}  // namespace pipo::test::usage_test
