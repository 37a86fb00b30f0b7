// Tables that exist in part: whole files are kept, other files are made again, and no finished file
// is lost.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <atomic>
#include <set>
#include <utility>

#include "generator/run/generate.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "probe/table/table.hpp"
#include "tests/support/files.hpp"
#include "tests/support/process_limit.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/wrong_table.hpp"
#include "verify/checks.hpp"

namespace pipo::going_on_test {

namespace fs = std::filesystem;

class GoingOn : public testing::Test {
 protected:
  explicit GoingOn(Board board = Board(3, 3)) : options_{.board = board, .tables = folder_.path()} {
    table_ = generate(options_).folder;
    whole_ = test::layer_files(table_);
  }

  fs::path layer(int number) const { return table_ / layer_file_name(number); }

  // Returns the inodes of the table's files, which show whether a file was written anew.
  std::set<ino_t> files() const {
    std::set<ino_t> numbers;
    for (const auto& entry : fs::directory_iterator(table_)) {
      struct stat status {};
      EXPECT_EQ(::lstat(entry.path().c_str(), &status), 0);
      numbers.insert(status.st_ino);
    }
    return numbers;
  }

  // Generates again. Expects that `kept` layers are kept, and that all files are as before.
  void expect_repaired(int kept, const std::string& what) {
    const GenerateResult result = generate(options_);
    EXPECT_EQ(result.kept_layers, kept) << what;
    EXPECT_EQ(result.already_there, kept == static_cast<int>(whole_.size()) && what.empty())
        << what;
    EXPECT_TRUE(test::layer_files(table_) == whole_) << what;
    EXPECT_EQ(test::left_over(table_), "") << what;
    verify_bytes(Table(table_));
  }

  TemporaryFolder folder_;
  GenerateOptions options_;
  fs::path table_;
  std::map<std::string, std::string> whole_;
};

TEST_F(GoingOn, ACompleteTableIsLeftAlone) {
  const std::string manifest = test::contents(table_ / kManifestName);
  const auto before = files();
  expect_repaired(25, "");
  EXPECT_EQ(files(), before);
  EXPECT_EQ(test::contents(table_ / kManifestName), manifest);
}

TEST_F(GoingOn, EachMissingLayerIsMadeAgain) {
  for (int number = 0; number <= 24; number += 4) {
    fs::remove(layer(number));
    expect_repaired(24, "layer " + std::to_string(number));
  }
}

// A list of sums never disagrees with the files: it is removed before one of them changes.
TEST_F(GoingOn, TheListOfSumsIsRemovedBeforeALayerIsMade) {
  test::overwrite(table_ / kSumsName, "sums");
  expect_repaired(25, "");
  EXPECT_TRUE(fs::exists(table_ / kSumsName));
  fs::remove(layer(7));
  expect_repaired(24, "layer 7");
  EXPECT_FALSE(fs::exists(table_ / kSumsName));
}

TEST_F(GoingOn, OtherFilesAreNotWrittenAnew) {
  const std::string manifest = test::contents(table_ / kManifestName);
  const auto before = files();
  fs::resize_file(layer(7), 100);
  generate(options_);
  const auto after = files();
  std::size_t same = 0;
  for (const ino_t number : after) same += before.count(number);
  EXPECT_GE(same, 24U + 1);  // the manifest, too
  EXPECT_EQ(test::contents(table_ / kManifestName), manifest);
}

TEST_F(GoingOn, DamageOfEachKindIsDetected) {
  const std::string text = whole_.at("layer-10.pipo");
  test::flip(layer(10), 3);  // its magic
  expect_repaired(24, "magic");
  test::flip(layer(10), 8);  // its version: the file does not count as a newer program's
  expect_repaired(24, "version");
  test::flip(layer(10), 50);  // a count
  expect_repaired(24, "header");
  test::flip(layer(10), text.size() - 5);
  expect_repaired(24, "index");
  test::overwrite(layer(10), text + "junk");
  expect_repaired(24, "longer");
  test::overwrite(layer(10), "");
  expect_repaired(24, "empty");
  fs::copy_file(layer(11), layer(10), fs::copy_options::overwrite_existing);
  expect_repaired(24, "another layer");
  fs::remove(layer(10));
  ASSERT_EQ(mkfifo(layer(10).c_str(), 0600), 0);
  expect_repaired(24, "a FIFO");
  fs::remove(layer(10));
  fs::create_symlink("/dev/zero", layer(10));
  expect_repaired(24, "a link to a device");
}

TEST_F(GoingOn, CheckDetectsDamageInsideABlock) {
  test::flip(layer(12), 800);
  EXPECT_TRUE(generate(options_).already_there);
  options_.check = true;
  expect_repaired(24, "a block");
  expect_repaired(25, "");
}

// Without `check`, the damage is found because another layer is made from this one.
TEST_F(GoingOn, DamageInABlockThatIsReadBackIsRepaired) {
  test::flip(layer(12), 800);
  fs::remove(layer(11));
  expect_repaired(23, "a damaged block that is needed");
}

// The layer has other values, with a hash and checksums that match them.
TEST_F(GoingOn, ALayerThatContradictsTheManifestIsMadeAgain) {
  const fs::path forged = folder_.path() / "forged";
  test::write_wrong_table(table_, forged, 9);
  fs::copy_file(forged / "3x3" / layer_file_name(9), layer(9),
                fs::copy_options::overwrite_existing);
  expect_repaired(24, "forged layer");
}

// The layers are right, and the manifest has the hash of other values.
TEST_F(GoingOn, AManifestThatContradictsTheLayersIsNotReplaced) {
  const fs::path forged = folder_.path() / "forged";
  test::write_wrong_table(table_, forged, 9);
  fs::copy_file(forged / "3x3" / kManifestName, table_ / kManifestName,
                fs::copy_options::overwrite_existing);
  const std::string manifest = test::contents(table_ / kManifestName);
  EXPECT_THROW(generate(options_), DamagedTable);
  EXPECT_EQ(test::contents(table_ / kManifestName), manifest);
  EXPECT_THROW(Table{table_}, DamagedTable);
}

TEST_F(GoingOn, AMissingOrDamagedManifestIsWrittenAnew) {
  const Manifest before = read_manifest(table_);
  fs::remove(table_ / kManifestName);
  expect_repaired(25, "no manifest");
  test::overwrite(table_ / kManifestName, "{\"name\": \"foreign\"}");
  expect_repaired(25, "foreign manifest");
  EXPECT_EQ(read_manifest(table_).content_hash, before.content_hash);
  EXPECT_EQ(read_manifest(table_).positions, before.positions);
  EXPECT_EQ(read_manifest(table_).value, before.value);
}

TEST_F(GoingOn, FilesOfANewerVersionAreNotTouched) {
  std::string manifest = test::contents(table_ / kManifestName);
  manifest.replace(manifest.find("\"format\": 3"), 11, "\"format\": 7");
  test::overwrite(table_ / kManifestName, manifest);
  fs::remove(layer(3));
  EXPECT_THROW(generate(options_), NewerTable);
  EXPECT_FALSE(fs::exists(layer(3)));
  fs::remove(table_ / kManifestName);
  std::string text = whole_.at("layer-10.pipo");
  text[8] = 9;
  test::overwrite(layer(10), text);
  EXPECT_THROW(generate(options_), NewerTable);
  EXPECT_EQ(test::contents(layer(10)), text);
}

// Layers as a later version may write them, with a right checksum of their header: another version,
// meaning or codec, and bytes that are 0 in this version.
TEST_F(GoingOn, LayersOfANewerVersionAreNotReplaced) {
  const std::string manifest = test::contents(table_ / kManifestName);
  for (const bool with_manifest : {true, false}) {
    if (!with_manifest) fs::remove(table_ / kManifestName);
    for (const auto& [at, byte] : {std::pair(8, 7), {19, 3}, {20, 3}, {21, 3}, {22, 1}, {630, 1}}) {
      std::string text = whole_.at("layer-10.pipo");
      text[static_cast<std::size_t>(at)] = static_cast<char>(byte);
      const std::uint64_t checksum = XXH3_64bits(text.data(), 648);
      for (std::size_t i = 0; i < 8; ++i) text[648 + i] = static_cast<char>(checksum >> 8 * i);
      test::overwrite(layer(10), text);
      EXPECT_THROW(generate(options_), NewerTable) << at;
      EXPECT_TRUE(test::contents(layer(10)) == text) << at;
    }
  }
  test::overwrite(layer(10), whole_.at("layer-10.pipo"));
  expect_repaired(25, "no manifest");
}

// Runs in memory and within a budget are stopped at several moments.
TEST_F(GoingOn, AStoppedRunContinues) {
  for (const std::uint64_t budget : {std::uint64_t{0}, std::uint64_t{60'000}}) {
    for (const int polls : {1, 100, 1000}) {
      fs::remove_all(table_);
      GenerateOptions stopped = options_;
      stopped.section_budget = budget;
      std::atomic<int> asked = 0;
      stopped.stopped = [&] { return ++asked >= polls; };
      try {
        generate(stopped);
        ADD_FAILURE() << "not stopped, asked " << asked << " times";
      } catch (const Stopped& error) {
        EXPECT_NE(std::string(error.what()).find("continues from them"), std::string::npos);
      }
      const bool any = fs::exists(table_);
      const auto kept = any ? test::layer_files(table_) : decltype(whole_)();
      EXPECT_EQ(any ? test::left_over(table_) : "", "");
      EXPECT_LT(kept.size(), whole_.size());
      stopped.stopped = {};
      EXPECT_EQ(generate(stopped).kept_layers, static_cast<int>(kept.size()));
      EXPECT_TRUE(test::layer_files(table_) == whole_) << budget << " " << polls;
    }
  }
}

// Neither the manifest nor the layers of an older version can be read, so all layers are made
// again.
TEST(GoingOnWithAnOlderVersion, ItsTableIsMadeAgain) {
  for (const bool with_manifest : {true, false}) {
    const TemporaryFolder folder;
    const fs::path table = folder.path() / "2x2";
    fs::copy(fs::path(PIPO_FIXTURES) / "version-2/2x2", table);
    EXPECT_THROW(read_manifest(table), DamagedTable);
    if (!with_manifest) fs::remove(table / kManifestName);
    const GenerateResult result = generate({.board = Board(2, 2), .tables = folder.path()});
    EXPECT_EQ(result.kept_layers, 0);
    EXPECT_EQ(test::left_over(table), "");
    verify_bytes(Table(table));
  }
}

// A complete table in a folder with another table's name is not overwritten.
TEST_F(GoingOn, AnotherTableInTheFolderIsNotTouched) {
  const fs::path other = folder_.path() / "2x4";
  fs::rename(table_, other);
  EXPECT_THROW(generate({.board = Board(2, 4), .tables = folder_.path()}), DamagedTable);
  EXPECT_TRUE(test::layer_files(other) == whole_);
  EXPECT_EQ(read_manifest(other).table.board, Board(3, 3));
}

// The error comes before anything is computed.
TEST_F(GoingOn, AFolderInThePlaceOfAFileIsRefused) {
  for (const std::string name : {"layer-07.pipo", "manifest.json"}) {
    const fs::path missing = layer(7);
    fs::remove(missing);
    fs::remove(table_ / name);
    fs::create_directory(table_ / name);
    std::string said;
    try {
      generate(options_);
    } catch (const CannotWrite& error) {
      said = error.what();
    }
    EXPECT_NE(said.find(name + ": a folder has the name of this file"), std::string::npos) << said;
    EXPECT_FALSE(fs::is_regular_file(missing)) << "made before the error";
    fs::remove(table_ / name);
    expect_repaired(24, "the folder was removed");
  }
}

TEST_F(GoingOn, PartsOfAKilledProcessAreRemoved) {
  for (const char* name : {"layer-03.pipo.part", "layer-24.pipo.part", "manifest.json.part"}) {
    test::overwrite(table_ / name, "half");
  }
  test::overwrite(table_ / kLockName, "process 1 on nowhere\n");
  fs::remove(layer(3));
  expect_repaired(24, "parts");
}

TEST_F(GoingOn, AnOldLockOfACompleteTableIsRemoved) {
  test::overwrite(table_ / kLockName, "process 1 on nowhere\n");
  expect_repaired(25, "");
}

// A failure in the middle of a run keeps the finished layers.
TEST_F(GoingOn, AFileTooLargeKeepsTheOthers) {
  for (const std::uint64_t budget : {std::uint64_t{0}, std::uint64_t{60'000}}) {
    fs::remove_all(table_);
    GenerateOptions options = options_;
    options.section_budget = budget;
    // The limit is less than the largest layer's size, and more than the lower bound on it.
    std::size_t largest = 0;
    for (const auto& [name, text] : whole_) largest = std::max(largest, text.size());
    std::string said;
    {
      const test::ProcessLimit limit(RLIMIT_FSIZE, largest - 10);
      try {
        generate(options);
      } catch (const DiskFull& error) {
        said = error.what();
      }
    }
    EXPECT_NE(said.find("kept"), std::string::npos) << said;
    EXPECT_EQ(test::left_over(table_), "");
    const auto kept = test::layer_files(table_);
    EXPECT_GT(kept.size(), 8U);
    EXPECT_EQ(generate(options).kept_layers, static_cast<int>(kept.size()));
    EXPECT_TRUE(test::layer_files(table_) == whole_);
  }
}

// The error comes before any work: neither a file nor the folder is made.
TEST_F(GoingOn, AFileLimitFarTooLowIsRefusedAtOnce) {
  fs::remove_all(table_);
  {
    const test::ProcessLimit limit(RLIMIT_FSIZE, 4000);
    EXPECT_THROW(generate(options_), DiskFull);
  }
  EXPECT_FALSE(fs::exists(table_));
}

}  // namespace pipo::going_on_test
