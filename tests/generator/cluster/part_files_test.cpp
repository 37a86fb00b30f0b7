// The folder that ranks share, and the files that rank 0 writes there.
#include "generator/cluster/part_files.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "generator/run/existing_layers.hpp"
#include "generator/sweep/loaded_tiles.hpp"
#include "generator/writer/layer_writer.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::shared_folder_test {

enum Outcome { kAccepted, kRefused, kOtherMessage, kStillRoot };

// Calls require_shared() in a child process that is not root: root may write to any folder.
int outcome_in_child(const std::filesystem::path& folder, const std::string& token) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (::getuid() == 0 && ::setuid(kNobody) != 0) ::_exit(kStillRoot);
    try {
      require_shared(folder, token);
      ::_exit(kAccepted);
    } catch (const CannotWrite& error) {
      const bool named = std::string(error.what()).find(folder.string()) != std::string::npos;
      ::_exit(named ? kRefused : kOtherMessage);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(SharedFolder, ARankWithoutWritePermissionIsRefused) {
  const TemporaryFolder folder;
  const SharedToken token(folder.path());
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0777));
  const int open = outcome_in_child(folder.path(), token.text());
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  const int closed = outcome_in_child(folder.path(), token.text());
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  if (open == kStillRoot) GTEST_SKIP() << "root cannot become another user here";
  EXPECT_EQ(open, kAccepted);
  EXPECT_EQ(closed, kRefused);
}

}  // namespace pipo::shared_folder_test

namespace pipo::part_files_test {

constexpr double kShort = 0.3;  // seconds
constexpr double kLong = 60;

// A layer of which rank 0 has written the first section.
class PartFilesTest : public testing::Test {
 protected:
  static constexpr int kLayer = 12;

  PartFilesTest() {
    writer_.add(kLayer, std::vector{SectionRows(space_.states(), part_.key, values_.data())});
    const GrowingLayer growing = writer_.growing(kLayer).value();
    place_.file = growing.inode;
    place_.blocks = LayerFiles(space_, folder_.path()).blocks(*growing.layout, part_);
    for (const std::uint64_t block : place_.blocks) place_.index.push_back(growing.index[block]);
  }

  PartFiles files(double patience) { return {space_, folder_.path(), patience}; }

  // Returns whether the section can be read and has its values.
  bool reads(PartFiles& files) {
    std::vector<std::int8_t> read(part_.values() + kTileSlack);
    files.read(part_, read.data(), {});
    read.resize(values_.size());
    return read == values_;
  }

  // Calls `change` after a moment, and meanwhile does `work`.
  template <typename Change, typename Work>
  static void meanwhile(Change change, Work work) {
    std::thread later([&] {
      std::this_thread::sleep_for(std::chrono::duration<double>(kShort));
      change();
    });
    work();
    later.join();
  }

  TemporaryFolder folder_;
  const TableSpace space_ = TableSpace({Board(3, 3), 0});
  const SectionPart part_ = whole(space_.states(), space_.states().sections(kLayer).front());
  const std::vector<std::int8_t> values_ = std::vector<std::int8_t>(part_.values(), 2);
  const std::filesystem::path name_ = folder_.path() / layer_file_name(kLayer);
  LayerWriter writer_{space_, folder_.path()};
  TileBlocks place_;
};

// A later run may have begun a file of the same name. A late rank must not read that file.
TEST_F(PartFilesTest, ReadsOnlyTheFileWithThisInode) {
  TileBlocks other = place_;
  ++other.file;
  for (const auto& name : {part_of(name_), name_}) {
    if (name == name_) std::filesystem::rename(part_of(name_), name_);
    PartFiles some = files(kShort);
    EXPECT_NO_THROW(some.prefetch(kLayer, other));
    EXPECT_THROW(some.note(part_, other, {}), CannotWrite);
    EXPECT_NO_THROW(some.prefetch(kLayer, place_));
    EXPECT_GT(some.note(part_, place_, {}), 0U);
    EXPECT_TRUE(reads(some));
  }
  std::filesystem::rename(name_, part_of(name_));
}

TEST_F(PartFilesTest, WaitsForAFileThatIsSeenLate) {
  const std::filesystem::path elsewhere = folder_.path() / "elsewhere";
  std::filesystem::rename(part_of(name_), elsewhere);
  PartFiles some = files(kLong);
  meanwhile([&] { std::filesystem::rename(elsewhere, part_of(name_)); },
            [&] { EXPECT_GT(some.note(part_, place_, {}), 0U); });
  EXPECT_TRUE(reads(some));
}

TEST_F(PartFilesTest, WaitsForBytesThatAreSeenLate) {
  const std::size_t at = place_.index.front().offset;
  test::flip(part_of(name_), at);
  PartFiles some = files(kLong);
  some.note(part_, place_, {});
  meanwhile([&] { test::flip(part_of(name_), at); }, [&] { EXPECT_TRUE(reads(some)); });
  test::flip(part_of(name_), at);
  PartFiles hasty = files(kShort);
  hasty.note(part_, place_, {});
  EXPECT_THROW(reads(hasty), CannotWrite);
}

TEST_F(PartFilesTest, AStopEndsTheWait) {
  const Poll stop = [] { throw Stopped("stopped"); };
  TileBlocks other = place_;
  ++other.file;
  PartFiles some = files(kLong);
  EXPECT_THROW(some.note(part_, other, stop), Stopped);
  some.note(part_, place_, stop);
  test::flip(part_of(name_), place_.index.front().offset);
  std::vector<std::int8_t> read(part_.values() + kTileSlack);
  EXPECT_THROW(some.read(part_, read.data(), stop), Stopped);
}

}  // namespace pipo::part_files_test
