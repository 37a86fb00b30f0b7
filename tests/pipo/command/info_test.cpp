#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/pipo/support.hpp"

namespace pipo::test::info_test {

using nlohmann::json;

class Info : public testing::Test {
 protected:
  void SetUp() override {
    make_tables(folder_.path(), {"1x1", "2x2"});
    const Outcome made =
        pipo({"generate", "2x2", "--start", "swedish", "--tables", folder_.path().string()});
    ASSERT_EQ(made.code, 0) << made.err;
  }

  Outcome info(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"--tables", folder_.path().string(), "info"});
    return pipo(arguments);
  }

  TemporaryFolder folder_;
};

TEST_F(Info, JsonOfABoardIsAnObject) {
  const Outcome told = info({"2x2", "--format", "json"});
  ASSERT_EQ(told.code, 0) << told.err;
  const json table = json::parse(told.out);
  EXPECT_EQ(table["board"], "2x2");
  EXPECT_EQ(table["start"], "american");
  EXPECT_EQ(table["edges"], 12);
  EXPECT_EQ(table["boxes"], 4);
  EXPECT_EQ(table["value"], 2);
  EXPECT_GT(table["positions"], table["stored"]);
  EXPECT_NEAR(table["bits_per_value"].get<double>(),
              8.0 * table["bytes"].get<double>() / table["stored"].get<double>(), 1e-6);
  ASSERT_EQ(table["layers"].size(), 13U);
  std::uint64_t stored = 0, bytes = 0;
  for (const json& layer : table["layers"]) {
    std::uint64_t values = 0;
    for (const auto& [margin, count] : layer["values"].items()) {
      EXPECT_LE(std::abs(std::stoi(margin)), 4);
      values += count.get<std::uint64_t>();
    }
    EXPECT_EQ(values, layer["stored"]);
    stored += values;
    bytes += layer["bytes"].get<std::uint64_t>();
    EXPECT_EQ(std::filesystem::file_size(folder_.path() / "2x2" / layer["file"].get<std::string>()),
              layer["bytes"]);
  }
  EXPECT_EQ(stored, table["stored"]);
  EXPECT_EQ(bytes, table["bytes"]);
  EXPECT_EQ(table["layers"][12]["values"], json({{"0", 1}}));
}

TEST_F(Info, JsonWithoutABoardIsAListOfAllTables) {
  const json tables = json::parse(info({"--format", "json"}).out);
  ASSERT_EQ(tables.size(), 3U);
  std::vector<std::string> names;
  for (const json& table : tables) {
    names.push_back(table["board"].get<std::string>() + " " + table["start"].get<std::string>());
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, std::vector<std::string>({"1x1 american", "2x2 american", "2x2 swedish"}));
}

TEST_F(Info, TheStartChoosesTheTable) {
  const json table = json::parse(info({"2x2", "--start", "swedish", "--format", "json"}).out);
  EXPECT_EQ(table["start"], "swedish");
  EXPECT_EQ(table["value"], -4);
  EXPECT_EQ(table["layers"].front()["layer"], 8);
}

TEST_F(Info, CsvHasALinePerLayerAndAColumnPerMargin) {
  const auto csv = lines(info({"--format", "csv"}).out);
  ASSERT_EQ(csv.size(), 1U + 5 + 13 + 5);
  EXPECT_EQ(csv[0], "board,start,layer,stored,bytes,-4,-3,-2,-1,0,+1,+2,+3,+4");
  for (const std::string& line : csv)
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 13) << line;
  const auto one = lines(info({"1x1", "--format", "csv"}).out);
  ASSERT_EQ(one.size(), 6U);
  EXPECT_EQ(one[0], "board,start,layer,stored,bytes,-1,0,+1");
  EXPECT_TRUE(one[1].starts_with("1x1,american,0,1,")) << one[1];
  EXPECT_TRUE(one[1].ends_with(",1,0,0"))
      << one[1];  // the player to move on the empty 1x1 loses by one
  EXPECT_TRUE(one[5].ends_with(",0,1,0")) << one[5];  // the full board has the value 0
}

// The columns are the margins of the table with most of them, at any place in the list.
TEST(InfoOfSeveralBoards, CsvHasAColumnForEveryMargin) {
  const TemporaryFolder folder;
  make_tables(folder.path(), {"1x1", "1x5", "2x2"});
  const auto csv = lines(pipo({"--tables", folder.path().string(), "info", "--format", "csv"}).out);
  ASSERT_EQ(csv.size(), 1U + 5 + 17 + 13);
  EXPECT_EQ(csv[0], "board,start,layer,stored,bytes,-5,-4,-3,-2,-1,0,+1,+2,+3,+4,+5");
  EXPECT_TRUE(csv[1].starts_with("1x1,")) << csv[1];
  EXPECT_TRUE(csv[6].starts_with("1x5,")) << csv[6];
  EXPECT_TRUE(csv.back().starts_with("2x2,")) << csv.back();
  for (const std::string& line : csv) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 15) << line;
  }
}

TEST_F(Info, TheTextNamesTheTableAndDrawsEachLayer) {
  setenv("LC_ALL", "C", 1);
  const Outcome told = info({"1x1"});
  unsetenv("LC_ALL");
  ASSERT_EQ(told.code, 0) << told.err;
  const auto text = lines(told.out);
  ASSERT_EQ(text.size(), 5U + 1 + 2 + 5);
  EXPECT_EQ(text[0], "1x1  value -1: the player to move loses by 1, not taking the one box left");
  EXPECT_TRUE(text[8].ends_with("   #")) << text[8];
  EXPECT_TRUE(text[12].ends_with("    #")) << text[12];
  for (const unsigned char c : told.out) EXPECT_LT(c, 128);
}

TEST_F(Info, ALocaleWithUtf8GetsBlockCharacters) {
  setenv("LC_ALL", "en_US.UTF-8", 1);
  const Outcome told = info({"1x1"});
  unsetenv("LC_ALL");
  EXPECT_NE(told.out.find("█"), std::string::npos);
}

TEST_F(Info, AFolderWithoutTablesIsNoError) {
  const TemporaryFolder empty;
  const auto info_there = [&](const std::string& format) {
    return pipo({"info", "--tables", empty.path().string(), "--format", format});
  };
  EXPECT_EQ(info_there("text").code, 0);
  EXPECT_NE(info_there("text").out.find(empty.path().string()), std::string::npos);
  EXPECT_EQ(info_there("json").out, "[]\n");
  EXPECT_EQ(info_there("csv").out, "board,start,layer,stored,bytes\n");
}

}  // namespace pipo::test::info_test
