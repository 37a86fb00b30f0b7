// Tables that this user has no permission to read, and folders without permission to write.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/pipo/support.hpp"
#include "tests/support/as_nobody.hpp"
#include "tests/support/files.hpp"

namespace pipo::test::unreadable_test {

class Unreadable : public testing::Test {
 protected:
  Unreadable() {
    let_others_in(folder_.path());
    make_tables(folder_.path(), {"1x1"});
    write_file(folder_ / "batch", "1x1:0111\n");
    write_file(folder_ / "claims", "1x1:0111 1\n");
  }

  void SetUp() override {
    if (!AsNobody::possible()) GTEST_SKIP() << "root cannot become another user here";
  }

  // Every command that reads the table exits with 3 and gives the reason.
  void expect_refused(const std::string& closed) const {
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"probe", "1x1:0111"},
                                               {"probe", "--batch", folder_ / "batch"},
                                               {"line", "--time", "0", "1x1:0111"},
                                               {"audit", "--time", "0", folder_ / "claims"},
                                               {"sample", "1x1"},
                                               {"info", "1x1"},
                                               {"verify", "1x1"}}) {
      const Outcome outcome = run_here(command);
      EXPECT_EQ(outcome.code, 3) << command[0] << " of " << closed << ": " << outcome.err;
      EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
      EXPECT_TRUE(has(outcome.err, closed)) << command[0] << ": " << outcome.err;
      EXPECT_TRUE(has(outcome.err, "Permission denied")) << outcome.err;
      EXPECT_TRUE(has(outcome.err, "change its permissions")) << outcome.err;
      EXPECT_FALSE(has(outcome.err, "generate")) << "the table exists: " << outcome.err;
    }
  }

  // Commands that solve positions work without the table, and warn.
  void expect_warning(const std::string& closed) const {
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"line", "1x1:0111"}, {"audit", folder_ / "claims"}, {"explain", "1x1:0111"}}) {
      const Outcome outcome = run_here(command);
      EXPECT_EQ(outcome.code, 0) << command[0];
      EXPECT_TRUE(is_one_complaint(outcome.err)) << outcome.err;
      EXPECT_TRUE(outcome.err.starts_with("pipo: warning: " + closed)) << outcome.err;
    }
  }

  Outcome run_here(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"--tables", folder_.path().string()});
    return pipo(arguments);
  }

  TemporaryFolder folder_;
};

TEST_F(Unreadable, ALayerFile) {
  const std::string file = folder_ / "1x1/layer-03.pipo";
  close_to_all(file);
  const AsNobody nobody;
  expect_refused(file);
  expect_warning(file);
}

TEST_F(Unreadable, AManifest) {
  const std::string file = folder_ / "1x1/manifest.json";
  close_to_all(file);
  const AsNobody nobody;
  expect_refused(file);
  expect_warning(file);
}

TEST_F(Unreadable, AnotherCopyAnswers) {
  const TemporaryFolder other;
  let_others_in(other.path());
  make_tables(other.path(), {"1x1"});
  close_to_all(folder_ / "1x1/layer-03.pipo");
  const AsNobody nobody;
  const Outcome outcome = run_here({"--tables", other.path().string(), "probe", "1x1:0111"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "value +1")) << outcome.out;
}

TEST_F(Unreadable, MakesNoTableWithoutPermissionToWrite) {
  const auto before = layer_files(folder_.path() / "1x1");
  {
    const AsNobody nobody;
    const Outcome outcome = run_here({"generate", "1x2"});
    EXPECT_TRUE(refused_with(outcome, 5, "Permission denied"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "1x2"));
  EXPECT_EQ(layer_files(folder_.path() / "1x1"), before);
}

}  // namespace pipo::test::unreadable_test
