#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/pipo/support.hpp"

namespace pipo::test::thin_test {

using nlohmann::json;

// 2x3 has 17 edges; "even" and "every 3" also keep layers 0 to 2 and 12 to 17, which are small.
Outcome thin(const std::filesystem::path& to, const std::string& which) {
  return with_made_tables("thin", {"2x3", "--keep", which, "--to", to.string()});
}

json info(const std::filesystem::path& tables) {
  return json::parse(pipo({"info", "2x3", "--format", "json", "--tables", tables.string()}).out);
}

TEST(Thin, KeepsTheFilesOfSomeLayers) {
  const TemporaryFolder folder;
  const Outcome thinned = thin(folder.path(), "even");
  ASSERT_EQ(thinned.code, 0) << thinned.err;
  EXPECT_TRUE(has(thinned.out, "2x3 keeps 13 of 18 layers: 0-2,4,6,8,10,12-17")) << thinned.out;
  const json table = info(folder.path());
  const json whole = info(made_tables());
  EXPECT_EQ(table["state"], "complete");
  EXPECT_EQ(table["kept"], "0-2,4,6,8,10,12-17");
  EXPECT_FALSE(whole.contains("kept"));
  EXPECT_EQ(table["content_hash"], whole["content_hash"]);
  EXPECT_LT(table["bytes"], whole["bytes"]);
  for (const json& layer : table["layers"]) {
    const bool omitted = !layer.contains("file");
    EXPECT_EQ(omitted, layer["bytes"] == 0);
    const std::string file = std::to_string(layer["layer"].get<int>());
    const std::string name = "layer-" + std::string(2 - file.size(), '0') + file + ".pipo";
    EXPECT_NE(omitted, std::filesystem::exists(folder.path() / "2x3" / name));
    if (omitted) continue;
    EXPECT_EQ(read_file(folder.path() / "2x3" / name), read_file(made_tables() / "2x3" / name));
  }
  const Outcome text = pipo({"info", "2x3", "--tables", folder.path().string()});
  EXPECT_TRUE(has(text.out, "keeps 13 of 18 layers")) << text.out;
  EXPECT_TRUE(has(text.out, "omitted")) << text.out;
}

TEST(Thin, ContinuesAndLeavesACompleteCopyAlone) {
  const TemporaryFolder folder;
  ASSERT_EQ(thin(folder.path(), "even").code, 0);
  std::filesystem::remove(folder.path() / "2x3/layer-08.pipo");
  EXPECT_EQ(info(folder.path())["state"], "broken");
  EXPECT_EQ(thin(folder.path(), "even").code, 0);
  EXPECT_EQ(info(folder.path())["state"], "complete");
  EXPECT_TRUE(has(thin(folder.path(), "even").out, "is there already"));
}

TEST(Thin, AnswersAsTheWholeTableAndSaysSo) {
  const TemporaryFolder folder;
  ASSERT_EQ(thin(folder.path(), "every 3").code, 0);
  const std::string position = "2x3:11000010000000001";
  const auto ask = [&](const std::filesystem::path& tables) {
    const Outcome told =
        pipo({"probe", position, "--format", "jsonl", "--tables", tables.string()});
    return json::parse(told.out);
  };
  json computed = ask(folder.path());
  EXPECT_EQ(computed["computed"], true);
  computed.erase("computed");
  EXPECT_EQ(computed, ask(made_tables()));
  EXPECT_TRUE(has(pipo({"probe", position, "--tables", folder.path().string()}).out,
                  "computed from the layers that the table keeps"));
}

// Layers 5 to 15 are too far before the last.
TEST(Thin, WhatIsTooFarIsSolved) {
  const TemporaryFolder folder;
  const Outcome thinned = thin(folder.path(), "0-4");
  EXPECT_TRUE(has(thinned.out, "2x3 keeps 5 of 18 layers: 0-4")) << thinned.out;
  EXPECT_TRUE(has(thinned.out, "are solved when they are probed")) << thinned.out;
  // The second has 4 edges: its value is kept, but the values after its moves are not.
  for (const std::string position : {"2x3:11000010000000011", "2x3:11000010000000001"}) {
    const auto ask = [&](const char* command, const std::filesystem::path& tables) {
      const Outcome told =
          pipo({command, position, "--format", "jsonl", "--tables", tables.string()});
      EXPECT_EQ(told.code, 0) << told.err;
      return json::parse(told.out);
    };
    const json probed = ask("probe", folder.path());
    const json looked_up = ask("solve", made_tables());
    EXPECT_EQ(looked_up["by"], "table");
    EXPECT_EQ(probed["by"], "search");
    EXPECT_EQ(ask("solve", folder.path()), probed);
    EXPECT_EQ(probed["moves"], looked_up["moves"]);
    EXPECT_TRUE(has(pipo({"probe", position, "--tables", folder.path().string()}).out,
                    "solved by a search"));
  }
}

TEST(Thin, RefusesWhatItCannotDo) {
  const TemporaryFolder folder;
  const auto refused = [](const Outcome& outcome, int code, const std::string& why) {
    EXPECT_EQ(outcome.code, code) << outcome.err;
    EXPECT_TRUE(is_one_complaint(outcome.err) && has(outcome.err, why)) << outcome.err;
  };
  refused(thin(folder.path(), "evens"), 2, "cannot read 'evens'");
  refused(thin(folder.path(), "0-18"), 2, "has layers 0 to 17");
  refused(thin(made_tables(), "even"), 2, "is the table itself");
  refused(with_made_tables("thin", {"3x4", "--keep", "even", "--to", folder.path().string()}), 3,
          "no table 3x4");
  ASSERT_EQ(thin(folder.path(), "even").code, 0);
  refused(thin(folder.path(), "odd"), 5, "has a table that keeps the layers 0-2,4,6,8,10,12-17");
  const TemporaryFolder further;
  const auto thin_again = [&](const std::string& which) {
    return pipo({"thin", "2x3", "--keep", which, "--to", further.path().string(), "--tables",
                 folder.path().string()});
  };
  refused(thin_again("odd"), 2, "omits layer 3");
  EXPECT_EQ(thin_again("every 4").code, 0);
}

TEST(Thin, GenerateKeepsTheSameFiles) {
  const TemporaryFolder thinned, made;
  ASSERT_EQ(thin(thinned.path(), "even").code, 0);
  const Outcome generated =
      pipo({"generate", "2x3", "--keep", "even", "--tables", made.path().string()});
  ASSERT_EQ(generated.code, 0) << generated.err;
  EXPECT_TRUE(has(generated.out, "keeps 13 of them: 0-2,4,6,8,10,12-17")) << generated.out;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(thinned.path() / "2x3")) {
    const auto name = entry.path().filename();
    ++files;
    EXPECT_TRUE(std::filesystem::exists(made.path() / "2x3" / name)) << name;
    if (name.extension() != ".pipo") continue;
    EXPECT_EQ(read_file(entry.path()), read_file(made.path() / "2x3" / name)) << name;
  }
  EXPECT_EQ(files, static_cast<std::size_t>(std::distance(
                       std::filesystem::directory_iterator(made.path() / "2x3"), {})));
  EXPECT_EQ(pipo({"verify", "2x3", "--full", "--tables", made.path().string()}).code, 0);
}

TEST(Thin, GenerateRefusesAThinnedTable) {
  const TemporaryFolder folder;
  ASSERT_EQ(thin(folder.path(), "even").code, 0);
  const Outcome made = pipo({"generate", "2x3", "--tables", folder.path().string()});
  EXPECT_EQ(made.code, 5);
  EXPECT_TRUE(has(made.err, "not every layer; remove that folder")) << made.err;
  EXPECT_EQ(info(folder.path())["kept"], "0-2,4,6,8,10,12-17");
}

TEST(Thin, ChecksSayWhatTheyLeaveOut) {
  const TemporaryFolder folder;
  ASSERT_EQ(thin(folder.path(), "0-4").code, 0);
  const std::string tables = folder.path().string();
  for (const std::vector<std::string>& check :
       {std::vector<std::string>{"--full"}, {"--sample", "500"}}) {
    std::vector<std::string> command{"verify", "2x3", "--tables", tables};
    command.insert(command.end(), check.begin(), check.end());
    const Outcome checked = pipo(command);
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_TRUE(has(checked.out, "left out, whose moves lead to layers that the table omits"))
        << checked.out;
  }
  EXPECT_EQ(pipo({"count", "2x3", "--tables", tables}).out, with_made_tables("count", {"2x3"}).out);
  const std::filesystem::path file = folder.path() / "2x3/layer-03.pipo";
  std::filesystem::remove(file);
  const Outcome repaired = pipo({"verify", "2x3", "--repair", "--bytes", "--tables", tables});
  EXPECT_EQ(repaired.code, 0) << repaired.err;
  EXPECT_EQ(read_file(file), read_file(made_tables() / "2x3/layer-03.pipo"));
  EXPECT_EQ(info(folder.path())["kept"], "0-4");
}

// One layer alone: every position of it has moves to layers that are neither kept nor computed.
TEST(Thin, ASampleOfNothingIsRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(thin(folder.path(), "6").code, 0);
  const Outcome checked =
      pipo({"verify", "2x3", "--sample", "50", "--tables", folder.path().string()});
  EXPECT_EQ(checked.code, 2);
  EXPECT_TRUE(has(checked.err, "none of 50 random positions")) << checked.err;
}

TEST(Thin, WritesSumsThatStayRight) {
  const TemporaryFolder folder;
  ASSERT_EQ(thin(folder.path(), "even").code, 0);
  const std::filesystem::path table = folder.path() / "2x3";
  const std::string sums = read_file(table / "SHA256SUMS");
  EXPECT_TRUE(has(sums, "  layer-08.pipo\n"));
  EXPECT_FALSE(has(sums, "layer-07.pipo"));
  EXPECT_TRUE(has(sums, "  manifest.json\n"));
  std::filesystem::remove(table / "manifest.json");
  write_file(table / "SHA256SUMS", "of other files");
  ASSERT_EQ(thin(folder.path(), "even").code, 0);
  EXPECT_EQ(read_file(table / "SHA256SUMS"), sums);
}

TEST(Thin, ChecksAndSamplesWorkOnKeptLayers) {
  const TemporaryFolder folder;
  ASSERT_EQ(thin(folder.path(), "every 3").code, 0);
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--tables", folder.path().string()});
    return pipo(arguments);
  };
  for (const char* check : {"--bytes", "--full", "--theory"}) {
    EXPECT_EQ(run({"verify", "2x3", check}).code, 0) << check;
  }
  EXPECT_EQ(run({"verify", "2x3", "--sample", "500"}).code, 0);
  for (const char* kind : {"--quiet", "--stored"}) {
    const Outcome sampled = run({"sample", "2x3", kind, "--count", "300", "--format", "csv"});
    EXPECT_EQ(sampled.code, 0) << sampled.err;
    const std::filesystem::path file = folder.path() / "sample.csv";
    write_file(file, sampled.out);
    EXPECT_EQ(with_made_tables("audit", {file.string()}).code, 0);
    EXPECT_EQ(run({"audit", file.string()}).code, 0);
  }
}

}  // namespace pipo::test::thin_test
