#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pipo/support.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::test::plan_test {

nlohmann::json plan(const std::vector<std::string>& arguments, int code = 0) {
  std::vector<std::string> all{"plan", "--format", "json"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const Outcome planned = pipo(all);
  EXPECT_EQ(planned.code, code) << planned.err;
  return nlohmann::json::parse(planned.out);
}

TEST(Plan, CountsTheStoredValues) {
  const TemporaryFolder folder;
  for (const char* start : {"american", "swedish", "icelandic"}) {
    if (kSanitized && start != std::string("icelandic")) continue;
    const auto planned = plan({"3x3", "--start", start});
    ASSERT_EQ(pipo({"generate", "3x3", "--start", start, "--tables", folder.path().string()}).code,
              0);
    const auto made = nlohmann::json::parse(pipo({"info", "3x3", "--start", start, "--format",
                                                  "json", "--tables", folder.path().string()})
                                                .out);
    EXPECT_EQ(planned["board"], made["board"]);
    EXPECT_EQ(planned["start"], made["start"]);
    EXPECT_EQ(planned["stored"], made["stored"]);
    EXPECT_EQ(planned["quiet"], made["positions"]);
    ASSERT_EQ(planned["layers"].size(), made["layers"].size());
    for (std::size_t i = 0; i < made["layers"].size(); ++i) {
      EXPECT_EQ(planned["layers"][i]["layer"], made["layers"][i]["layer"]);
      EXPECT_EQ(planned["layers"][i]["stored"], made["layers"][i]["stored"]);
    }
    EXPECT_EQ(planned["fits"], true);
  }
}

// Computes the schedule of several ranks: together they compute every value once.
TEST(Plan, OfSeveralRanks) {
  const auto alone = plan({"3x4", "--threads", "1", "--ranks", "1"});
  const auto both = plan({"3x4", "--threads", "1", "--ranks", "2"});
  ASSERT_EQ(alone["ranks"]["each"].size(), 1U);
  ASSERT_EQ(both["ranks"]["each"].size(), 2U);
  const auto sum = [](const nlohmann::json& planned, const char* what) {
    std::uint64_t all = 0;
    for (const auto& rank : planned["ranks"]["each"]) all += rank[what].get<std::uint64_t>();
    return all;
  };
  EXPECT_EQ(sum(alone, "values_made"), sum(both, "values_made"));
  EXPECT_GE(sum(alone, "values_made"), alone["stored"].get<std::uint64_t>());
  EXPECT_EQ(sum(alone, "values_fetched") + sum(alone, "values_read"), 0U);
  EXPECT_GT(sum(both, "values_fetched") + sum(both, "values_read"), 0U);
  for (const auto& rank : both["ranks"]["each"]) {
    const auto made = rank["values_made"].get<double>();
    EXPECT_GT(made, 0.2 * static_cast<double>(sum(both, "values_made")));
    EXPECT_LE(rank["working_seconds"].get<double>(), both["ranks"]["seconds"].get<double>());
  }
  EXPECT_GE(both["ranks"]["waiting"].get<double>(), 0);
  EXPECT_LT(both["ranks"]["waiting"].get<double>(), 1);
}

// Each rank keeps its own sections; fetched sections are in the other rank's memory.
TEST(Plan, OfRanksWithLittleMemory) {
  const auto planned = plan({"3x4", "--threads", "1", "--ranks", "3", "--memory", "29M"});
  ASSERT_EQ(planned["ranks"]["each"].size(), 3U);
  for (const auto& rank : planned["ranks"]["each"])
    EXPECT_LE(rank["memory_bytes"].get<double>(), 29 * 1048576.0);
  const Outcome text = pipo({"plan", "3x4", "--ranks", "3", "--memory", "29M"});
  EXPECT_NE(text.out.find("  3 ranks, "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("from the others"), std::string::npos) << text.out;
  EXPECT_FALSE(plan({"3x4", "--ranks", "2", "--memory", "1M"}, 5).contains("ranks"));
}

// A single rank fetches nothing.
TEST(Plan, DistinguishesFetchedFromReadValues) {
  const auto least =
      plan({"3x4", "--threads", "1", "--ranks", "1"})["least_memory_bytes"].get<std::uint64_t>();
  const std::vector<std::string> alone = {
      "3x4", "--threads", "1", "--ranks", "1", "--memory", std::to_string(least + least / 50)};
  const auto share = plan(alone)["ranks"]["each"][0];
  EXPECT_EQ(share["values_fetched"], 0);
  ASSERT_GT(share["values_read"], 1'000'000);
  std::vector<std::string> arguments = {"plan"};
  arguments.insert(arguments.end(), alone.begin(), alone.end());
  int found = 0;
  for (const std::string& line : lines(pipo(arguments).out)) {
    const bool bytes = !has(line, " 0 B");
    const bool values = !line.ends_with("every value 0.00 times in all");
    if (has(line, "each fetches")) found += !bytes && !values;
    if (has(line, "each reads")) found += bytes && values;
  }
  EXPECT_EQ(found, 2) << pipo(arguments).out;
}

TEST(Plan, WritesNoFile) {
  const TemporaryFolder folder;
  const Outcome planned = pipo({"plan", "3x3", "--tables", folder / "tables"});
  EXPECT_EQ(planned.code, 0) << planned.err;
  EXPECT_NE(planned.out.find("fits, all values in memory"), std::string::npos) << planned.out;
  EXPECT_FALSE(std::filesystem::exists(folder / "tables"));
}

TEST(Plan, LongRunCountsThePositionsOf5x5) {
  const auto planned = plan({"5x5", "--memory", "2G"}, 5);
  EXPECT_EQ(planned["fits"], false);
  EXPECT_GT(planned["stored"].get<double>(), 1e11);
}

TEST(Plan, CountsTheLargestBoards) {
  if (kSanitized) GTEST_SKIP() << "smaller boards are counted in the same way";
  const auto planned = plan({"2x10", "--memory", "2G"}, 5);
  EXPECT_EQ(planned["fits"], false);
  EXPECT_GT(planned["stored"].get<double>(), 1e11);
  const Outcome text = pipo({"plan", "5x5", "--memory", "2G"});
  EXPECT_NE(text.out.find("does not fit"), std::string::npos) << text.out;
  EXPECT_EQ(text.code, 5);
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("'pipo generate 5x5 --start "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find(" days "), std::string::npos) << text.out;
}

TEST(Plan, ASmallerStartIsSuggestedWithTheTablesFolder) {
  const TemporaryFolder folder;
  const Outcome planned = pipo({"plan", "3x4", "--memory", "25M", "--tables", folder / "t"});
  EXPECT_EQ(planned.code, 5);
  EXPECT_NE(planned.out.find("a smaller table fits: 'pipo generate 3x4 --start icelandic "
                             "--tables " +
                             folder / "t" + "'"),
            std::string::npos)
      << planned.out;
  const Outcome none = pipo({"plan", "3x4", "--memory", "1M"});
  EXPECT_EQ(none.code, 5);
  EXPECT_NE(none.out.find("a start with more edges drawn"), std::string::npos) << none.out;
}

// 64 open edges do not fit into 64 bits.
TEST(Plan, CountsAreExact) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"1x21", "18446744073709551616"}, {"5x5", "1152921504606846976"}, {"1x1", "16"}};
  for (const auto& [board, positions] : cases) {
    if (kSanitized && board != "1x21") continue;
    const std::string json = pipo({"plan", board, "--format", "json"}).out;
    EXPECT_NE(json.find("\"positions\":" + positions + ","), std::string::npos) << json;
    if (board == "5x5") {
      EXPECT_NE(json.find("\"quiet\":711549760020950,"), std::string::npos) << json;
    }
  }
  EXPECT_NE(pipo({"plan", "1x21"}).out.find("18,446,744,073,709,551,616 (2^64)"),
            std::string::npos);
}

TEST(Plan, LessMemoryTakesLonger) {
  const std::string board = kSanitized ? "3x4" : "3x5";
  const std::string memory = kSanitized ? "29M" : "60M";
  const auto all = plan({board}), part = plan({board, "--memory", memory});
  EXPECT_EQ(all["read_back"], 0);
  EXPECT_GT(part["read_back"].get<double>(), 1);
  EXPECT_EQ(part["fits"], true);
  const Outcome text = pipo({"plan", board, "--memory", memory});
  EXPECT_NE(text.out.find("finished layers are read back"), std::string::npos) << text.out;
}

TEST(Plan, SaysWhatTheSweepsOfOmittedLayersTake) {
  const auto kept = plan({"3x5", "--keep", "0-4", "--threads", "1"});
  const auto& largest = kept["largest_sweep"];
  EXPECT_EQ(largest["layer"], 4);
  EXPECT_EQ(largest["position"].get<std::string>().substr(0, 4), "3x5:");
  EXPECT_EQ(largest["values"], 205'297'124);
  EXPECT_GT(largest["memory_bytes"], 10'000'000);
  EXPECT_GT(largest["seconds"], 0.1);
  // All of its starts cannot be compared.
  EXPECT_EQ(largest["certain"], false);
  EXPECT_EQ(plan({"3x5", "--keep", "0-2"})["largest_sweep"]["certain"], true);
  EXPECT_EQ(plan({"3x5", "--keep", "even"})["largest_sweep"], nullptr);
  EXPECT_FALSE(plan({"3x5"}).contains("largest_sweep"));
  const Outcome text = pipo({"plan", "3x5", "--keep", "0-4"});
  EXPECT_TRUE(has(text.out,
                  "positions with 4 or more drawn edges; the largest sweep found takes "
                  "up to 205,297,124 values, about "))
      << text.out;
  EXPECT_TRUE(has(pipo({"plan", "3x5", "--keep", "0-2"}).out, "; the largest sweep takes up to "));
  EXPECT_TRUE(has(pipo({"plan", "3x5", "--keep", "even"}).out, "solved             nothing: "));
}

// The last one has 46 open edges, as 5x5 with 14 drawn edges has.
TEST(Plan, RefusesToLeaveLargeSweeps) {
  for (const char* command : {"plan", "generate", "thin"}) {
    std::vector<std::string> arguments = {command, "4x5", "--keep", "0-2"};
    if (command == std::string("thin")) arguments.insert(arguments.end(), {"--to", "nowhere"});
    const TemporaryFolder folder;
    arguments.insert(arguments.end(), {"--tables", folder / "t"});
    const Outcome refused = pipo(arguments);
    EXPECT_TRUE(refused_with(refused, 2, "keep at least every layer up to 8"));
    EXPECT_FALSE(std::filesystem::exists(folder / "t"));
  }
}

}  // namespace pipo::test::plan_test
