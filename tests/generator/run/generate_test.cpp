// Whole tables: their files depend neither on the memory nor on the number of threads, and an
// interrupted run can be continued.
#include "generator/run/generate.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "generator/plan/memory_budget.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "probe/board/start.hpp"
#include "probe/file/file_names.hpp"
#include "probe/table/table.hpp"
#include "tests/support/files.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::generate_test {

namespace fs = std::filesystem;

std::uint64_t all_values(const std::string& board, EdgeSet start = 0) {
  const StateSpace space(Board::parse(board), start);
  std::uint64_t values = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer)
    values += space.section_values(layer);
  return values;
}

class GenerateTest : public testing::Test {
 protected:
  GenerateTest() {
    std::string name = (fs::temp_directory_path() / "pipo-test-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~GenerateTest() override { fs::remove_all(folder_); }

  GenerateOptions options(const std::string& board, const std::string& tables) {
    return {.board = Board::parse(board), .tables = folder_ / tables};
  }

  void expect_bytes_do_not_depend_on_memory(const std::string& board, EdgeSet start = 0) {
    GenerateOptions all = options(board, "all");
    all.start = start;
    const auto expected = test::layer_files(generate(all).folder);
    for (const int percent : {5, 30, 100}) {
      GenerateOptions bounded = options(board, std::to_string(percent));
      bounded.start = start;
      bounded.part_size = percent == 30 ? kUndivided : kLeastPart;
      bounded.section_budget = all_values(board, start) * percent / 100;
      const fs::path table = generate(bounded).folder;
      EXPECT_EQ(test::layer_files(table), expected) << percent << "%";
      fs::remove_all(table);
    }
  }

  void expect_bytes_do_not_depend_on_tiles(TableGame game,
                                           std::initializer_list<std::uint32_t> sizes) {
    GenerateOptions all = options("2x6", "all");
    all.game = game;
    const auto expected = test::layer_files(generate(all).folder);
    for (const std::uint32_t size : sizes) {
      GenerateOptions divided = options("2x6", "tiles");
      divided.game = game;
      divided.part_size = size;
      divided.section_budget = 4'000'000;
      const GenerateResult result = generate(divided);
      EXPECT_GT(result.read_back, 0U);
      EXPECT_EQ(test::layer_files(result.folder), expected) << size;
      fs::remove_all(result.folder);
    }
  }

  fs::path folder_;
};

TEST_F(GenerateTest, RefusesTilesOfAnotherSize) {
  for (const std::uint32_t size : {1U, 128U, 511U, 600U, 3 * kLeastPart}) {
    GenerateOptions divided = options("2x3", "tiles");
    divided.part_size = size;
    EXPECT_THROW(generate(divided), BadInput) << size;
  }
  EXPECT_FALSE(fs::exists(folder_ / "tiles"));
}

TEST_F(GenerateTest, BytesDoNotDependOnTheNumberOfThreads) {
  GenerateOptions one = options("2x5", "one");
  one.threads = 1;
  GenerateOptions four = options("2x5", "four");
  four.threads = 4;
  EXPECT_EQ(test::layer_files(generate(one).folder), test::layer_files(generate(four).folder));
}

TEST_F(GenerateTest, BytesDoNotDependOnTheMemory) {
  for (const std::string board : {"2x4", "3x3"}) {
    const auto expected = test::layer_files(generate(options(board, "all")).folder);
    for (const int percent : {5, 20, 50, 100}) {
      GenerateOptions bounded = options(board, std::to_string(percent));
      bounded.section_budget = std::max<std::uint64_t>(1, all_values(board) * percent / 100);
      const GenerateResult result = generate(bounded);
      EXPECT_EQ(test::layer_files(result.folder), expected) << board << " with " << percent << "%";
    }
  }
}

// Sections of 3x5 have many blocks.
TEST_F(GenerateTest, LongRunBytesDoNotDependOnTheMemoryForLargerBoards) {
  for (const char* board : {"3x5", "3x4", "1x10", "2x5"}) {
    expect_bytes_do_not_depend_on_memory(board);
  }
}

// The rows of most sections of 2x6 are kept rows, and those of some need carrying from tile to
// tile.
TEST_F(GenerateTest, BytesDoNotDependOnTheSizeOfTiles) {
  if (test::kSanitized) GTEST_SKIP() << "too slow under the sanitizers";
  expect_bytes_do_not_depend_on_tiles(TableGame::dots_and_boxes, {kLeastPart});
}

TEST_F(GenerateTest, LongRunBytesDoNotDependOnTheSizeOfTilesOfBothGames) {
  for (const TableGame game : {TableGame::dots_and_boxes, TableGame::nimstring}) {
    expect_bytes_do_not_depend_on_tiles(game, {kLeastPart, 2 * kLeastPart});
  }
}

// The same with four edges in the middle drawn, which is quick enough for every run of the tests.
TEST_F(GenerateTest, BytesDoNotDependOnTheMemoryForAStartOf3x5) {
  if (test::kSanitized) GTEST_SKIP() << "too slow under the sanitizers";
  expect_bytes_do_not_depend_on_memory(
      "3x5", parse_position("3x5:00000010100101000000000000000000000000").drawn);
}

TEST_F(GenerateTest, BytesOfAStartDoNotDependOnTheMemory) {
  GenerateOptions all = options("3x4", "all");
  all.start = parse_start(all.board, "icelandic");
  GenerateOptions bounded = options("3x4", "bounded");
  bounded.start = all.start;
  bounded.section_budget = 100'000;
  const GenerateResult result = generate(all);
  EXPECT_EQ(result.manifest.value, 4);
  EXPECT_EQ(test::layer_files(generate(bounded).folder), test::layer_files(result.folder));
}

TEST_F(GenerateTest, ARunWithinABudgetContinuesAnEarlierOne) {
  GenerateOptions options = this->options("2x5", "tables");
  options.section_budget = 100'000;
  const fs::path table = generate(options).folder;
  const auto expected = test::layer_files(table);
  const Manifest manifest = read_manifest(table);
  fs::remove(table / kManifestName);
  for (int layer = 0; layer < 15; ++layer) fs::remove(table / layer_file_name(layer));
  const auto untouched = fs::last_write_time(table / layer_file_name(20));
  { std::ofstream(table / layer_file_name(15)) << "cut off"; }

  const GenerateResult again = generate(options);
  EXPECT_FALSE(again.already_there);
  EXPECT_EQ(test::layer_files(table), expected);
  EXPECT_EQ(fs::last_write_time(table / layer_file_name(20)), untouched);
  EXPECT_EQ(again.manifest.value, manifest.value);
  EXPECT_EQ(again.manifest.content_hash, manifest.content_hash);
  EXPECT_EQ(again.manifest.layers, manifest.layers);
}

// All reports, from the first one on, give the values of an earlier run separately.
TEST_F(GenerateTest, AContinuedRunReportsTheEarlierValues) {
  GenerateOptions options = this->options("2x4", "tables");
  options.section_budget = 10'000;
  std::vector<GenerateProgress> reports;
  options.progress = [&](const GenerateProgress& progress) { reports.push_back(progress); };
  const fs::path table = generate(options).folder;
  ASSERT_FALSE(reports.empty());
  EXPECT_EQ(reports.front().values_done, 0U);
  for (const GenerateProgress& report : reports) EXPECT_EQ(report.values_before, 0U);
  EXPECT_EQ(reports.back().values_done, all_values("2x4"));

  fs::remove(table / kManifestName);
  for (int layer = 0; layer < 9; ++layer) fs::remove(table / layer_file_name(layer));
  const StateSpace space(options.board);
  std::uint64_t before = 0;
  for (int layer = 9; layer <= space.last_layer(); ++layer) before += space.section_values(layer);
  reports.clear();
  generate(options);
  ASSERT_FALSE(reports.empty());
  EXPECT_EQ(reports.front().layer, 8);
  EXPECT_EQ(reports.front().values_done, before);
  for (const GenerateProgress& report : reports) {
    EXPECT_EQ(report.values_before, before);
    EXPECT_EQ(report.values_total, all_values("2x4"));
    EXPECT_LE(report.values_done, report.values_total);
  }
  EXPECT_EQ(reports.back().values_done, all_values("2x4"));
}

TEST_F(GenerateTest, ValuesOfNamedStarts) {
  struct Known {
    const char* board;
    const char* start;
    int value;
  };
  for (const Known& known : {Known{"2x2", "swedish", -4},
                             {"2x3", "swedish", 6},
                             {"2x4", "swedish", 0},
                             {"2x5", "swedish", 2},
                             {"3x3", "swedish", 7},
                             {"3x4", "swedish", 4},
                             {"2x2", "icelandic", 2},
                             {"2x3", "icelandic", 4},
                             {"2x4", "icelandic", 4},
                             {"2x5", "icelandic", 2},
                             {"3x3", "icelandic", -1},
                             {"3x4", "icelandic", 4},
                             {"4x4", "swedish", 0}}) {
    GenerateOptions options = this->options(known.board, "tables");
    options.start = parse_start(options.board, known.start);
    EXPECT_EQ(generate(options).manifest.value, known.value) << known.board << " " << known.start;
  }
}

TEST_F(GenerateTest, TooLittleMemoryIsRefusedBeforeAnyWork) {
  GenerateOptions options = this->options("4x4", "tables");
  options.memory = 50'000'000;
  try {
    generate(options);
    FAIL() << "not refused";
  } catch (const OutOfMemory& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with("generating 4x4 needs at least 9")) << message;
    EXPECT_NE(message.find(" MiB of memory, but --memory allows 47.7 MiB; "), std::string::npos)
        << message;
  }
  EXPECT_FALSE(fs::exists(folder_ / "tables"));
}

TEST_F(GenerateTest, TheMemoryDecidesWhetherAllValuesStayInMemory) {
  const StateSpace space(Board(4, 4));
  const LayerCounts total = count_table(space).total();
  const MemoryPlan all = MemoryBudget(space, total, 6'000'000'000).bound();
  EXPECT_TRUE(all.all_in_memory);
  const MemoryPlan bounded = MemoryBudget(space, total, 1'000'000'000).bound();
  EXPECT_FALSE(bounded.all_in_memory);
  EXPECT_GT(bounded.section_budget, 500'000'000U);
  EXPECT_LT(bounded.section_budget, 1'000'000'000U);
  EXPECT_LT(bounded.least_bytes, bounded.full_bytes);
  EXPECT_EQ(all.part_size, kUndivided);
  EXPECT_LT(bounded.part_size, kUndivided);
}

}  // namespace pipo::generate_test
