// The atlas in the commands of the program.
#include "tests/support/atlas.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/pipo/support.hpp"
#include "tests/support/wrong_table.hpp"

namespace pipo::test::atlas_commands_test {

using nlohmann::json;

const std::string kEmpty = "2x3:00000000000000000";
const std::string kLater = "2x3:11110000000000000";

// Layers 0 to 1 of 2x3, and a folder without tables.
class AtlasCommands : public testing::Test {
 protected:
  AtlasCommands() {
    const Outcome thinned = with_made_tables(
        "thin", {"2x3", "--keep", "0-1", "--to", (folder_.path() / "atlas").string()});
    EXPECT_EQ(thinned.code, 0) << thinned.err;
    std::filesystem::create_directory(folder_.path() / "none");
  }

  Outcome run(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), {"--tables", (folder_.path() / "none").string()});
    return pipo(arguments, input);
  }

  TemporaryFolder folder_;
  const WithAtlas atlas_{(folder_.path() / "atlas").string()};
};

TEST_F(AtlasCommands, ProbeSaysWhereAValueComesFrom) {
  const Outcome first = run({"probe", kEmpty});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(has(first.out, "\nfrom the atlas\n")) << first.out;
  const Outcome later = run({"probe", kLater});
  EXPECT_EQ(later.code, 0) << later.err;
  EXPECT_TRUE(has(later.out, "\nsolved by a ")) << later.out;
  EXPECT_FALSE(has(later.out, "atlas")) << later.out;
  const json exact = json::parse(run({"probe", "--format", "jsonl", kEmpty}).out);
  EXPECT_EQ(exact["atlas"], true);
  EXPECT_FALSE(exact.contains("by"));
  const json solved = json::parse(run({"probe", "--format", "jsonl", kLater}).out);
  EXPECT_FALSE(solved.contains("atlas"));
  EXPECT_TRUE(solved.contains("by"));
}

TEST_F(AtlasCommands, SweepsSayFromWhichLayer) {
  const Outcome text = run({"solve", "--by", "sweep", kLater});
  EXPECT_TRUE(has(text.out, "values from layer 4 in ")) << text.out;
  const Outcome line = run({"solve", "--by", "sweep", "--format", "jsonl", kLater});
  EXPECT_EQ(json::parse(line.out)["swept_from"], 4);
  EXPECT_TRUE(has(run({"solve", kEmpty}).out, "\nsolved by the atlas\n"));
}

// Returns the largest number of threads of this process that a look at it finds during the work.
int most_threads(const std::function<void()>& work) {
  std::atomic<bool> done = false;
  int most = 0;
  std::thread counting([&] {
    for (; !done; std::this_thread::sleep_for(std::chrono::microseconds(200))) {
      const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
      most = std::max(most, static_cast<int>(std::distance(begin(tasks), end(tasks))));
    }
  });
  work();
  done = true;
  counting.join();
  return most;
}

// As many attempts as it takes to see them: a busy machine may let none run before the work is
// done.
TEST(AtlasOf3x4, ProbeSolvesByAllThreads) {
  const TemporaryFolder folder;
  const std::string made = (folder.path() / "made").string();
  const std::string atlas = (folder.path() / "atlas").string();
  EXPECT_EQ(pipo({"--tables", made, "generate", "3x4"}).code, 0);
  EXPECT_EQ(pipo({"--tables", made, "thin", "3x4", "--keep", "0", "--to", atlas}).code, 0);
  std::filesystem::remove_all(made);
  std::filesystem::create_directory(made);
  const WithAtlas with(atlas);
  const std::string position = "3x4:1" + std::string(30, '0');
  const auto probe = [&] {
    const Outcome found = pipo({"--tables", made, "probe", "--threads", "5", position});
    EXPECT_TRUE(has(found.out, "\nsolved by a sweep of ")) << found.out << found.err;
  };
  int most = 0;
  for (int attempt = 0; attempt < 50 && most < 6; ++attempt) most = most_threads(probe);
  EXPECT_GE(most, 6);
}

TEST_F(AtlasCommands, BatchesAreAnsweredInOrder) {
  const std::string input = kLater + "\n" + kEmpty + "\nnonsense\n" +
                            "2x3:11111111111111111\n2x3:00000000000000001\n5x5\n";
  const Outcome batch = run({"probe", "--batch", "-", "--format", "jsonl"}, input);
  EXPECT_EQ(batch.code, 2);
  const std::vector<std::string> answers = lines(batch.out);
  ASSERT_EQ(answers.size(), 6U) << batch.out;
  EXPECT_EQ(json::parse(answers[0])["position"], kLater);
  EXPECT_EQ(json::parse(answers[1])["atlas"], true);
  EXPECT_TRUE(json::parse(answers[2]).contains("error"));
  EXPECT_EQ(json::parse(answers[3])["value"], 0);
  EXPECT_EQ(json::parse(answers[4])["position"], "2x3:00000000000000001");
  const Outcome whole = with_made_tables("probe", {"--format", "jsonl", kLater});
  EXPECT_EQ(json::parse(answers[0])["moves"], json::parse(whole.out)["moves"]);
}

TEST_F(AtlasCommands, IsLeftOutOnRequest) {
  EXPECT_TRUE(refused_with(run({"--no-atlas", "probe", kEmpty}), 3, "no table of 2x3"));
  EXPECT_FALSE(has(run({"info", "--no-atlas"}).out, "atlas"));
  EXPECT_FALSE(has(run({"solve", "--no-atlas", kEmpty}).out, "atlas"));
}

TEST_F(AtlasCommands, InfoListsItApart) {
  const Outcome text = run({"info"});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(has(text.out, "no tables in ")) << text.out;
  EXPECT_TRUE(has(text.out, "\nThe atlas: 1 table, ")) << text.out;
  EXPECT_TRUE(has(text.out, "\n  2x3             value  -2   layers 0-1 ")) << text.out;
  const json list = json::parse(run({"info", "--format", "json"}).out);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["atlas"], true);
  EXPECT_EQ(lines(run({"info", "--format", "csv"}).out).size(), 1U);
  EXPECT_TRUE(has(run({"info", "2x3"}).out, "keeps 2 of 18 layers"));
}

TEST_F(AtlasCommands, AMissingFolderIsAnErrorOnlyIfItWasNamed) {
  const std::string missing = (folder_.path() / "missing").string();
  EXPECT_TRUE(refused_with(pipo({"--tables", missing, "probe", kEmpty}), 3, missing));
  const std::string there = "cd " + (folder_.path() / "none").string() + " && " + program() + " ";
  EXPECT_EQ(bash(there + "probe " + kEmpty).code, 0);
  EXPECT_EQ(bash(there + "info").code, 0);
  EXPECT_EQ(bash(there + "verify 2x3").code, 0);
  EXPECT_EQ(bash(there + "--no-atlas probe " + kEmpty).code, 3);
}

TEST_F(AtlasCommands, ADamagedFileIsAnErrorThatNamesIt) {
  const std::filesystem::path file = folder_.path() / "atlas" / "2x3" / "layer-01.pipo";
  std::filesystem::remove(file);
  write_file(file, "not a layer");
  EXPECT_TRUE(refused_with(run({"probe", kEmpty}), 4, file.string()));
  EXPECT_EQ(run({"info"}).code, 4);
  EXPECT_EQ(with_made_tables("probe", {kEmpty}).code, 0);
}

TEST_F(AtlasCommands, TablesThatMustBeWholeAreNotTakenFromIt) {
  EXPECT_NE(run({"sample", "2x3"}).code, 0);
}

TEST_F(AtlasCommands, VerifySolvesPositionsOfItsLastLayer) {
  const Outcome right = run({"verify", "2x3", "--solve", "9"});
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_TRUE(has(right.out, "solve: 9 stored positions of layer 1, seed 1: ")) << right.out;
  EXPECT_TRUE(has(run({"verify", "2x3"}).out, "solve: 3 stored positions")) << right.out;
  EXPECT_TRUE(refused_with(with_made_tables("verify", {"2x3", "--solve", "9"}), 2, "--solve"));
  const std::filesystem::path wrong = folder_.path() / "wrong";
  write_wrong_table(made_tables() / "2x3", wrong, 1);
  ASSERT_EQ(pipo({"--tables", wrong.string(), "thin", "2x3", "--keep", "0-1", "--to",
                  (folder_.path() / "thinned").string()})
                .code,
            0);
  const Outcome found =
      pipo({"--tables", (folder_.path() / "thinned").string(), "verify", "2x3", "--solve", "60"});
  EXPECT_EQ(found.code, 1) << found.out;
  EXPECT_TRUE(has(found.out, "solve: MISMATCH at 2x3:")) << found.out;
}

// A sacrifice leads behind the kept layers, and tables alone know a best move.
TEST_F(AtlasCommands, AMoveIsExactIfTablesKnowABestOne) {
  const std::filesystem::path thinned = folder_.path() / "three";
  const Outcome made = with_made_tables("thin", {"2x3", "--keep", "0-3", "--to", thinned.string()});
  ASSERT_EQ(made.code, 0) << made.err;
  const WithAtlas three(thinned.string());
  const std::string position = "2x3:10000000010000000";  // two sides of a corner box
  const Outcome reason =
      run({"play", position, "--as", "2", "--time", "0", "--seed", "1"}, "quit\n");
  EXPECT_TRUE(has(reason.out, "exact: at least ")) << reason.out;
}

TEST_F(AtlasCommands, AllCommandsAnswerByIt) {
  EXPECT_TRUE(has(run({"line", kEmpty}).out, "value -2")) << run({"line", kEmpty}).out;
  EXPECT_TRUE(has(run({"explain", kEmpty}).out, "-2"));
  const Outcome sample = with_made_tables("sample", {"2x3", "--count", "40", "--balanced"});
  EXPECT_EQ(run({"audit", "-"}, sample.out).code, 0);
  EXPECT_EQ(run({"audit", "-"}, kEmpty + " 0\n").code, 1);
}

}  // namespace pipo::test::atlas_commands_test
