// The visible effects of a run: its progress, its open files, the files that it syncs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "generator/run/generate.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/manifest.hpp"
#include "tests/generator/writer/system_calls.hpp"
#include "tests/support/files.hpp"
#include "tests/support/process_limit.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::run_reports_test {

namespace fs = std::filesystem;

class RunReports : public testing::Test {
 protected:
  TemporaryFolder folder_;
  GenerateOptions options_{.board = Board(3, 3), .tables = folder_.path() / "tables"};
};

// Returns the number of open files of finished layers. A file that is being written has another
// name.
std::size_t finished_files_open(const fs::path& table) {
  std::size_t open = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code closed;
    const fs::path file = fs::read_symlink(entry.path(), closed);
    open += file.parent_path() == table && file.extension() == ".pipo";
  }
  return open;
}

// Layers are made in bands, from the last to the first. The lowest layer so far is reported.
TEST_F(RunReports, TheReportedLayerNeverRises) {
  for (const std::uint64_t budget : {std::uint64_t{0}, std::uint64_t{20'000}}) {
    std::vector<int> layers;
    options_.section_budget = budget;
    options_.progress = [&](const GenerateProgress& state) { layers.push_back(state.layer); };
    generate(options_);
    EXPECT_TRUE(std::ranges::is_sorted(layers, std::greater()));
    EXPECT_EQ(layers.back(), 0);
    fs::remove_all(options_.tables);
  }
}

TEST_F(RunReports, TheSecondsAreThoseSinceTheBeginning) {
  std::vector<double> seconds;
  options_.progress = [&](const GenerateProgress& state) { seconds.push_back(state.seconds); };
  const double all = generate(options_).seconds;
  EXPECT_TRUE(std::ranges::is_sorted(seconds));
  EXPECT_GT(seconds.back(), 0);
  EXPECT_LE(seconds.back(), all);
}

// If few files may be open, files of finished layers are not kept open for reading.
TEST_F(RunReports, FewFilesAreOpen) {
  const test::ProcessLimit limit(RLIMIT_NOFILE, 64);
  std::size_t most = 0;
  options_.section_budget = 20'000;
  options_.progress = [&](const GenerateProgress&) {
    most = std::max(most, finished_files_open(options_.tables / "3x3"));
  };
  generate(options_);
  EXPECT_LE(most, 8U);  // eight threads sync files and rename them
}

TEST_F(RunReports, ADamagedLayerCountsAsChecked) {
  const fs::path table = generate(options_).folder;
  test::flip(table / layer_file_name(12), 800);
  GenerateProgress last;
  options_.check = true;
  options_.progress = [&](const GenerateProgress& state) {
    if (state.checking) last = state;
  };
  EXPECT_EQ(generate(options_).kept_layers, 24);
  EXPECT_GT(last.values_total, 0U);
  EXPECT_EQ(last.values_done, last.values_total);
}

TEST_F(RunReports, OnlyLayersWithFilesAreToBeChecked) {
  options_.keep = KeptLayers::parse("even", table_identity(Board(3, 3)));
  generate(options_);
  GenerateProgress last;
  options_.check = true;
  options_.progress = [&](const GenerateProgress& state) {
    if (state.checking) last = state;
  };
  generate(options_);
  EXPECT_GT(last.values_total, 0U);
  EXPECT_EQ(last.values_done, last.values_total);
}

// Right layers with a wrong value in the manifest are not a complete table.
TEST_F(RunReports, AManifestWithAnotherValueIsRefused) {
  const fs::path table = generate(options_).folder;
  Manifest manifest = read_manifest(table);
  manifest.value += 2;
  test::overwrite(table / kManifestName, manifest_text(manifest));
  fs::remove(table / layer_file_name(12));
  try {
    generate(options_);
    ADD_FAILURE() << "not refused";
  } catch (const DamagedTable& error) {
    EXPECT_NE(std::string(error.what()).find("the start's value was computed again and differs"),
              std::string::npos)
        << error.what();
  }
}

// The process that has made the table's folder may have died before it synced the folder above.
TEST_F(RunReports, TheFolderAboveAnExistingTableFolderIsSynced) {
  fs::create_directories(options_.tables / "3x3");
  std::mutex mutex;
  std::set<fs::path> synced;
  const auto sync = [&](int descriptor) {
    const std::lock_guard lock(mutex);
    synced.insert(fs::read_symlink("/proc/self/fd/" + std::to_string(descriptor)));
    return 0;
  };
  const test::StandIns stand_ins({.mkdir = {}, .fsync = sync, .flock = {}});
  generate(options_);
  EXPECT_TRUE(synced.contains(options_.tables / "3x3"));
  EXPECT_TRUE(synced.contains(options_.tables));
}

}  // namespace pipo::run_reports_test
