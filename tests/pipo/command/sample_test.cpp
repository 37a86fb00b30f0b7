// pipo sample
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "probe/board/settle.hpp"
#include "tests/pipo/support.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::test::sample_test {

Outcome sample(std::vector<std::string> arguments) {
  return with_made_tables("sample", std::move(arguments));
}

// The lines without the comments.
std::vector<std::string> sampled(const std::string& text) {
  std::vector<std::string> all = lines(text);
  std::erase_if(all, [](const std::string& line) { return line.starts_with('#'); });
  return all;
}

std::vector<std::string> words(const std::string& line, char separator = ' ') {
  std::vector<std::string> found(1);
  for (const char character : line) {
    if (character == separator) {
      found.emplace_back();
    } else {
      found.back() += character;
    }
  }
  return found;
}

TEST(Sample, PositionsWithValuesAndBestMovesByTheRules) {
  const Outcome drawn = sample({"2x3", "--count", "200", "--moves"});
  EXPECT_EQ(drawn.code, 0);
  EXPECT_EQ(drawn.err, "");
  const Values value = oracle_values(Board(2, 3));
  std::set<std::string> seen;
  for (const std::string& line : sampled(drawn.out)) {
    const auto parts = words(line);
    const Position position = parse_position(parts[0]);
    EXPECT_TRUE(seen.insert(parts[0]).second) << line;
    EXPECT_EQ(std::stoi(parts[1]), value(position.drawn)) << line;
    std::string best, moves;
    for (int edge = 0; edge < 17; ++edge) {
      if ((position.drawn >> edge & 1) != 0) continue;
      const EdgeSet after = position.drawn | EdgeSet{1} << edge;
      const int boxes = completed_boxes(position.board, position.drawn, edge);
      const int worth = boxes > 0 ? boxes + value(after) : -value(after);
      const std::string name = edge_name(position.board, edge);
      moves += (moves.empty() ? "" : ",") + name + "=" + std::to_string(worth);
      if (worth == value(position.drawn)) best += (best.empty() ? "" : ",") + name;
    }
    if (position.open() == 0) {
      EXPECT_EQ(parts.size(), 2U) << line;
      continue;
    }
    ASSERT_EQ(parts.size(), 4U) << line;
    EXPECT_EQ(parts[2], best) << line;
    EXPECT_EQ(parts[3], moves) << line;
  }
  EXPECT_EQ(seen.size(), 200U);
}

TEST(Sample, TheFirstLinesDescribeTheSample) {
  const Outcome drawn =
      sample({"3x3", "--count", "3", "--seed", "7", "--layers", "4-6", "--quiet"});
  const auto text = lines(drawn.out);
  ASSERT_EQ(text.size(), 7U);
  EXPECT_EQ(
      text[0],
      "# 3 positions of Dots-and-Boxes on 3x3 with their exact values: pipo sample 3x3 --count 3 "
      "--seed 7 --layers 4-6 --quiet");
  EXPECT_TRUE(text[1].ends_with("quiet positions with 4 to 6 edges drawn, each equally likely"))
      << text[1];
  EXPECT_TRUE(text[3].starts_with("# From the table 3x3, content hash ")) << text[3];
}

// Samples are reproducible forever and on every machine.
TEST(Sample, IsTheSameForTheSameSeed) {
  const auto three = sampled(sample({"3x3", "--count", "3"}).out);
  const std::vector<std::string> expected = {"3x3:110001110110100000010110 -2 v2.0",
                                             "3x3:111101110000010100010110 3 h3.1,v0.0",
                                             "3x3:110001111010001100010001 1 h0.2,v1.2"};
  EXPECT_EQ(three, expected);
  EXPECT_NE(sampled(sample({"3x3", "--count", "3", "--seed", "2"}).out), three);
  EXPECT_EQ(sample({"3x3", "--count", "5000", "--threads", "1"}).out,
            sample({"3x3", "--count", "5000", "--threads", "3"}).out);
}

TEST(Sample, OnlyTheseLayersAndOnlyQuietPositions) {
  for (const std::string& line :
       sampled(sample({"3x3", "--count", "300", "--layers", "10-12", "--quiet"}).out)) {
    const Position position = parse_position(words(line)[0]);
    EXPECT_TRUE(position.layer() >= 10 && position.layer() <= 12) << line;
    EXPECT_TRUE(is_quiet(position.board, position.drawn)) << line;
  }
  EXPECT_EQ(sampled(sample({"2x2", "--layers", "0"}).out).size(), 1U);
}

TEST(Sample, BalancedDrawsEquallyFromLayers) {
  std::map<int, int> layers;
  for (const std::string& line : sampled(sample({"3x3", "--count", "200", "--balanced"}).out)) {
    ++layers[parse_position(words(line)[0]).layer()];
  }
  EXPECT_EQ(layers.size(), 25U);
  EXPECT_EQ(layers[0], 1);
  for (int layer = 1; layer < 24; ++layer) EXPECT_TRUE(layers[layer] == 8 || layers[layer] == 9);
}

TEST(Sample, StoredDrawsFromTheFiles) {
  const Outcome all = sample({"2x2", "--count", "100000", "--stored"});
  EXPECT_EQ(all.code, 0);
  const auto info = pipo({"info", "2x2", "--tables", made_tables().string(), "--format", "json"});
  EXPECT_EQ(sampled(all.out).size(), nlohmann::json::parse(info.out)["stored"]);
}

TEST(Sample, ReturnsAllPositionsIfFewerExistAndSaysSo) {
  const Outcome all = sample({"1x2", "--count", "500"});
  EXPECT_EQ(all.code, 0);
  EXPECT_EQ(sampled(all.out).size(), 128U);
  EXPECT_TRUE(all.out.starts_with("# 128 positions of Dots-and-Boxes on 1x2 ")) << all.out;
  EXPECT_TRUE(has(all.out, "\n# 128 of 128 positions with 0 to 7 edges drawn")) << all.out;
  EXPECT_EQ(
      all.err,
      "pipo: there are only 128 positions with 0 to 7 edges drawn; all of them were written\n");
  EXPECT_EQ(sample({"1x2", "--count", "128"}).err, "");
  const Outcome none = sample({"2x2", "--quiet", "--layers", "11"});
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err, "pipo: 2x2 has no quiet position with 11 edges drawn\n");
}

TEST(Sample, TheBoardMayBeTurnedAndHaveAStart) {
  const TemporaryFolder folder;
  EXPECT_EQ(pipo({"generate", "2x3", "--start", "swedish", "--tables", folder.path()}).code, 0);
  for (const char* board : {"3x2-swedish", "2x3-swedish"}) {
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, {"--stored"}, {"--quiet", "--balanced"}}) {
      std::vector<std::string> arguments = {"sample", board, "--tables", folder.path()};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Outcome drawn = pipo(arguments);
      EXPECT_EQ(drawn.code, 0) << drawn.err;
      for (const std::string& line : sampled(drawn.out)) {
        const Position position = parse_position(words(line)[0]);
        EXPECT_EQ(position.board.name() + "-swedish", board);
        EXPECT_EQ(position.board.outer() & ~position.drawn, 0U) << line;
      }
    }
  }
}

TEST(Sample, CsvJsonAndOtherNotations) {
  const auto csv = lines(sample({"2x2", "--count", "50", "--format", "csv", "--moves"}).out);
  ASSERT_EQ(csv.size(), 51U);
  EXPECT_EQ(csv[0], "position,value,best,moves");
  for (const std::string& line : csv) EXPECT_EQ(std::ranges::count(line, ','), 3) << line;
  EXPECT_EQ(lines(sample({"2x2", "--format", "csv", "--count", "1"}).out)[0],
            "position,value,best");

  const auto text = sampled(sample({"2x2", "--count", "50"}).out);
  const auto json = lines(sample({"2x2", "--count", "50", "--format", "jsonl"}).out);
  const auto amdw = sampled(sample({"2x2", "--count", "50", "--notation", "amdw"}).out);
  ASSERT_EQ(json.size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) {
    const std::string position = words(text[i])[0];
    EXPECT_EQ(
        json[i] + "\n",
        pipo({"probe", "--format", "jsonl", position, "--tables", made_tables().string()}).out);
    const auto fields = words(amdw[i], '\t');
    EXPECT_EQ(to_string(read_game("amdw", fields[0]).position()), position);
    EXPECT_EQ(fields[1], words(text[i])[1]);
  }
}

// tests/python/audit_test.py draws the other reference positions again.
TEST(Sample, LongRunReferencePositionsAreDrawnAgain) {
  const TemporaryFolder folder;
  for (const std::string board : {"2x7", "4x4"}) {
    make_tables(folder.path(), {board});
    const std::string file = std::string(PIPO_REFERENCE) + "/" + board + ".txt";
    const Outcome again =
        pipo({"sample", board, "--count", "250", "--balanced", "--tables", folder.path()});
    EXPECT_EQ(again.out, read_file(file));
    const Outcome audited = pipo({"audit", "--strict", file, "--tables", folder.path()});
    EXPECT_EQ(audited.code, 0) << audited.out << audited.err;
  }
}

TEST(Sample, BadUsage) {
  const auto says = [](const std::vector<std::string>& arguments, const std::string& part,
                       int code) {
    const Outcome refused = sample(arguments);
    EXPECT_EQ(refused.code, code) << part;
    EXPECT_EQ(refused.out, "");
    EXPECT_TRUE(is_one_complaint(refused.err)) << refused.err;
    EXPECT_NE(refused.err.find(part), std::string::npos) << refused.err;
  };
  for (const char* layers : {"a", "3-", "-3", "4-3", "25", "0-25", "3-4x", ""}) {
    says({"3x3", "--layers", layers}, "--layers", 2);
  }
  says({"3x3", "--count", "0"}, "'0' is not a whole number from 1", 2);
  says({"3x3", "--quiet", "--stored"}, "exclude each other", 2);
  says({"3x3", "--notation", "moves"}, "moves needs the order of play", 2);
  says({"3x3", "--notation", "picture"}, "picture takes several lines", 2);
  says({"3x3", "--notation", "amdw", "--format", "jsonl"}, "leave --notation out", 2);
  says({"3x5"}, "no table 3x5", 3);
}

}  // namespace pipo::test::sample_test
