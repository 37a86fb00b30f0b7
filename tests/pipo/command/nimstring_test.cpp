// The commands that take tables of Nimstring, and those that refuse them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/oracle/nim_table.hpp"
#include "tests/pipo/support.hpp"

namespace pipo::test::nimstring_test {

using Json = nlohmann::json;

constexpr const char* kEmpty2x2 = "2x2:000000000000";
// Two boxes that can be taken or handed back.
constexpr const char* kLoony = "1x2:1111100";

// The folder with the tables of Nimstring of 2x2 and 1x2, and the ordinary one of 2x2.
const std::filesystem::path& tables() {
  static const TemporaryFolder folder;
  static const bool made = [] {
    make_tables(folder.path(), {"2x2-nimstring", "1x2-nimstring", "2x2"});
    return true;
  }();
  static_cast<void>(made);
  return folder.path();
}

Outcome with_tables(std::vector<std::string> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), {"--tables", tables().string()});
  return pipo(arguments, input);
}

TEST(NimstringCommands, GenerateMakesAFolderOfItsOwn) {
  EXPECT_TRUE(std::filesystem::exists(tables() / "2x2-nimstring" / "SHA256SUMS"));
  EXPECT_TRUE(std::filesystem::exists(tables() / "1x2-nimstring" / "manifest.json"));
  const Outcome again = with_tables({"generate", "2x2", "--game", "nimstring"});
  const int value = oracle::nim_table(2, 2).value(0);
  EXPECT_TRUE(again.out.starts_with("2x2-nimstring nim-value " + std::to_string(value) +
                                    ": the player to move "))
      << again.out;
  EXPECT_TRUE(has(again.out, "is complete already")) << again.out;
  const Outcome refused = with_tables({"generate", "2x2", "--game", "nimstring", "--keep", "even"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(has(refused.err, "cannot omit layers")) << refused.err;
}

TEST(NimstringCommands, ProbeShowsNimValues) {
  const oracle::NimTable& right = oracle::nim_table(2, 2);
  const Outcome jsonl =
      with_tables({"probe", "--game", "nimstring", "--format", "jsonl", kEmpty2x2, kLoony});
  EXPECT_EQ(jsonl.code, 0) << jsonl.err;
  ASSERT_EQ(lines(jsonl.out).size(), 2U);
  const Json empty = Json::parse(lines(jsonl.out)[0]);
  EXPECT_EQ(empty["position"], kEmpty2x2);
  EXPECT_EQ(empty["game"], "nimstring");
  EXPECT_EQ(empty["loony"], false);
  EXPECT_EQ(empty["nim_value"], right.value(0));
  EXPECT_EQ(empty["next_player_wins"], right.value(0) != 0);
  EXPECT_EQ(empty["table"], "2x2-nimstring");
  ASSERT_EQ(empty["moves"].size(), 12U);
  for (const Json& move : empty["moves"]) {
    const int after = right.value(oracle::Drawn{1} << move["index"].get<int>());
    EXPECT_EQ(move["nim_value"], after);
    EXPECT_EQ(move["loony"], false);
    EXPECT_EQ(move["captures"], 0);
    EXPECT_EQ(move["wins"], after == 0);
  }
  const Json loony = Json::parse(lines(jsonl.out)[1]);
  EXPECT_EQ(loony["loony"], true);
  EXPECT_EQ(loony["nim_value"], nullptr);
  EXPECT_EQ(loony["next_player_wins"], true);

  const Outcome text = with_tables({"probe", "--game", "nimstring", kLoony});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_TRUE(has(text.out, "layer 5 of 7, loony: the player to move wins Nimstring")) << text.out;
  EXPECT_TRUE(has(text.out, "winning: ")) << text.out;
  const Outcome batch =
      with_tables({"probe", "--game", "nimstring", "--format", "jsonl", "--batch", "-"},
                  std::string(kLoony) + "\n3x3:000000000000000000000000\nnonsense\n");
  EXPECT_EQ(batch.code, 3);
  ASSERT_EQ(lines(batch.out).size(), 3U);
  EXPECT_EQ(Json::parse(lines(batch.out)[0]), loony);
  EXPECT_TRUE(has(batch.out, "'pipo generate 3x3 --game nimstring")) << batch.out;
  EXPECT_FALSE(has(batch.out, "pipo solve")) << batch.out;
}

TEST(NimstringCommands, InfoAndVerifyReadThem) {
  const Outcome all = with_tables({"info"});
  EXPECT_EQ(all.code, 0) << all.err;
  EXPECT_TRUE(has(all.out, "1x2-nimstring  nim-value ")) << all.out;
  EXPECT_TRUE(has(all.out, "2x2  value +2")) << all.out;
  const Json one =
      Json::parse(with_tables({"info", "2x2", "--game", "nimstring", "--format", "json"}).out);
  EXPECT_EQ(one["game"], "nimstring");
  EXPECT_EQ(one["nim_value"], oracle::nim_table(2, 2).value(0));
  EXPECT_FALSE(one.contains("value"));
  const Json margins = Json::parse(with_tables({"info", "2x2", "--format", "json"}).out);
  EXPECT_EQ(margins["value"], 2);
  EXPECT_FALSE(margins.contains("game"));
  // Nim-values are not margins.
  EXPECT_FALSE(has(with_tables({"info", "--format", "csv"}).out, "1x2,"));

  const Outcome verified =
      with_tables({"verify", "2x2-nimstring", "--bytes", "--sample", "100", "--full", "--theory"});
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  for (const char* part :
       {"2x2-nimstring bytes: ", "2x2-nimstring sample: 100 ",
        "2x2-nimstring full: every position, all 4,096", "2x2-nimstring theory: all "}) {
    EXPECT_TRUE(has(verified.out, part)) << part << verified.out;
  }
  EXPECT_EQ(with_tables({"verify", "1x2", "--game", "nimstring", "--repair"}).code, 0);
}

// A table of margins that is missing is not replaced by one of nim-values.
TEST(NimstringCommands, TheOthersNeedMargins) {
  EXPECT_EQ(with_tables({"probe", "1x2:0000000"}).code, 3);
  EXPECT_EQ(with_tables({"line", "1x2:0000000", "--time", "0"}).code, 3);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"count", "2x2-nimstring"},
        {"sample", "2x2-nimstring"},
        {"plan", "2x2-nimstring"},
        {"thin", "2x2-nimstring", "--keep", "even", "--to", "there"}}) {
    const Outcome refused = with_tables(command);
    EXPECT_EQ(refused.code, 2) << command.front();
    EXPECT_TRUE(has(refused.err, "is a table of nim-values")) << command.front() << refused.err;
  }
  const Outcome unknown = with_tables({"generate", "2x2", "--game", "kayles"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(has(unknown.err, "dots-and-boxes or nimstring")) << unknown.err;
}

}  // namespace pipo::test::nimstring_test
