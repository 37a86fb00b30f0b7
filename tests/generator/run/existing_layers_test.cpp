// A table that keeps only some layers is made with the same files as when all layers are made, even
// in parts and after interruptions.
#include "generator/run/existing_layers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "generator/plan/table_counts.hpp"
#include "generator/run/generate.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::omitted_files_test {

namespace fs = std::filesystem;

GenerateOptions options_for(const char* board, const fs::path& tables, const char* which,
                            std::uint64_t section_budget = 0) {
  const TableIdentity table = table_identity(Board::parse(board));
  return {.board = table.board,
          .tables = tables,
          .keep = KeptLayers::parse(which, table),
          .section_budget = section_budget};
}

// Expects the kept files to be those of the whole table, and no other file.
void expect_kept_files(const fs::path& folder, const fs::path& whole, const KeptLayers& keep) {
  const Manifest manifest = read_manifest(folder);
  EXPECT_EQ(manifest.kept(), keep);
  std::set<std::string> names{kManifestName};
  const Manifest all = read_manifest(whole);
  EXPECT_EQ(manifest.content_hash, all.content_hash);
  EXPECT_EQ(manifest.positions, all.positions);
  for (std::size_t i = 0; i < all.layers.size(); ++i) {
    const ManifestLayer& layer = all.layers[i];
    EXPECT_EQ(manifest.layers[i], keep.keeps(layer.layer) ? layer : without_file(layer));
    if (!keep.keeps(layer.layer)) continue;
    names.insert(layer.file);
    EXPECT_EQ(test::contents(folder / layer.file), test::contents(whole / layer.file));
  }
  std::set<std::string> there;
  for (const auto& entry : fs::directory_iterator(folder)) {
    there.insert(entry.path().filename().string());
  }
  EXPECT_EQ(there, names);
}

TEST(OmittedFiles, NoMoveLeadsBeyondTheLastSource) {
  for (const Board& board : {Board(1, 6), Board(2, 3), Board(2, 4), Board(3, 3)}) {
    for (EdgeSet drawn = 0; drawn <= board.all(); drawn += board.edges() > 20 ? 37 : 1) {
      if (!is_quiet(board, drawn)) continue;
      for (EdgeSet open = board.all() & ~drawn; open != 0; open &= open - 1) {
        const EdgeSet after = settle(board, drawn | (open & -open)).quiet;
        ASSERT_LE(count_bits(after), last_source_layer(board, count_bits(drawn))) << drawn;
      }
    }
  }
}

TEST(OmittedFiles, AreLeftOutOfTheSameTable) {
  for (const char* board : {"1x5", "2x3", "3x3"}) {
    const TemporaryFolder whole;
    const fs::path complete =
        generate({.board = Board::parse(board), .tables = whole.path()}).folder;
    for (const char* which : {"even", "every 3", "0-4"}) {
      for (const std::uint64_t budget : {std::uint64_t{0}, std::uint64_t{40'000}}) {
        SCOPED_TRACE(std::string(board) + " " + which);
        const TemporaryFolder tables;
        const GenerateOptions options = options_for(board, tables.path(), which, budget);
        const GenerateResult made = generate(options);
        expect_kept_files(made.folder, complete, *options.keep);
        EXPECT_TRUE(generate(options).already_there);
      }
    }
  }
}

// Stops after each number of reports of progress, continues, and so on until it is complete.
TEST(OmittedFiles, AStoppedRunContinues) {
  const TemporaryFolder whole;
  const fs::path complete = generate({.board = Board(3, 3), .tables = whole.path()}).folder;
  for (const int each : {30, 50}) {
    const TemporaryFolder tables;
    GenerateOptions options = options_for("3x3", tables.path(), "every 3", 40'000);
    int stops = 0;
    for (bool done = false; !done;) {
      std::atomic<int> reports = 0;
      const int most = each * (stops + 1);
      options.progress = [&](const GenerateProgress&) { ++reports; };
      options.stopped = [&] { return reports > most; };
      try {
        EXPECT_GT(generate(options).kept_layers, 0);
        done = true;
      } catch (const Stopped&) {
        ++stops;
      }
    }
    EXPECT_GT(stops, 0);
    expect_kept_files(tables.path() / "3x3", complete, *options.keep);
  }
}

TEST(OmittedFiles, ADamagedLayerIsMadeAgain) {
  const TemporaryFolder whole, tables;
  const fs::path complete = generate({.board = Board(2, 3), .tables = whole.path()}).folder;
  GenerateOptions options = options_for("2x3", tables.path(), "even");
  const fs::path folder = generate(options).folder;
  fs::remove(folder / layer_file_name(6));
  options.as_found = true;
  options.keep = {};
  generate(options);
  expect_kept_files(folder, complete, KeptLayers::parse("even", table_identity(Board(2, 3))));
}

// A process that was killed at the very end may leave such files.
TEST(OmittedFiles, LeftoversAreRemoved) {
  const TemporaryFolder whole, tables;
  const fs::path complete = generate({.board = Board(2, 3), .tables = whole.path()}).folder;
  const GenerateOptions options = options_for("2x3", tables.path(), "even");
  const fs::path folder = generate(options).folder;
  fs::copy_file(complete / layer_file_name(7), folder / layer_file_name(7));
  fs::copy_file(complete / layer_file_name(5), folder / "layer-05.header");
  EXPECT_TRUE(generate(options).already_there);
  expect_kept_files(folder, complete, *options.keep);
}

TEST(OmittedFiles, ATableThatKeepsOtherLayersIsRefused) {
  const TemporaryFolder tables;
  generate(options_for("2x2", tables.path(), "even"));
  EXPECT_THROW(generate(options_for("2x2", tables.path(), "0-4")), CannotWrite);
  EXPECT_THROW(generate({.board = Board(2, 2), .tables = tables.path()}), CannotWrite);
}

}  // namespace pipo::omitted_files_test
