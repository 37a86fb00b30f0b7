// Files that appear under their names only when they are complete.
#include "generator/writer/new_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "pipopipette/error.hpp"
#include "tests/generator/writer/system_calls.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::new_file_test {

namespace fs = std::filesystem;

class NewFileTest : public testing::Test {
 protected:
  static void append(NewFile& file, const std::string& text) {
    file.append(std::as_bytes(std::span(text)));
  }
  void publish(const std::string& text) const {
    NewFile file(path_);
    append(file, text);
    file.publish();
  }

  TemporaryFolder folder_;
  fs::path path_ = folder_.path() / "layer-01.pipo";
  fs::path part_ = folder_.path() / "layer-01.pipo.part";
};

TEST_F(NewFileTest, AppearsWhenItIsPublished) {
  NewFile file(path_);
  append(file, "two words");
  const std::string over = "2";
  file.overwrite(0, std::as_bytes(std::span(over)));
  EXPECT_FALSE(fs::exists(path_));
  file.publish();
  EXPECT_EQ(test::contents(path_), "2wo words");
  EXPECT_FALSE(fs::exists(part_));
}

// A signal may interrupt fsync() although the disk works. Other failures are final.
TEST_F(NewFileTest, AnInterruptedSyncIsRepeated) {
  std::vector<int> synced;
  int failure = EINTR;
  const auto sync = [&](int descriptor) {
    synced.push_back(descriptor);
    if (synced.size() > 2) return test::real_fsync(descriptor);
    errno = failure;
    return -1;
  };
  const test::StandIns stand_ins({.mkdir = {}, .fsync = sync, .flock = {}});
  publish("mine");
  ASSERT_EQ(synced.size(), 3U);
  EXPECT_EQ(synced[0], synced[1]);
  EXPECT_EQ(synced[1], synced[2]);
  synced.clear();
  failure = EIO;
  EXPECT_THROW(publish("other"), CannotWrite);
  EXPECT_EQ(synced.size(), 1U);
  EXPECT_EQ(test::contents(path_), "mine");
}

TEST_F(NewFileTest, AnUnpublishedFileIsRemoved) {
  test::overwrite(path_, "before");
  {
    NewFile file(path_);
    append(file, "after");
    EXPECT_TRUE(fs::exists(part_));
  }
  EXPECT_FALSE(fs::exists(part_));
  EXPECT_EQ(test::contents(path_), "before");
}

TEST_F(NewFileTest, ThePartOfAnInterruptedRunIsReplaced) {
  test::overwrite(part_, "a long text of an interrupted run");
  publish("short");
  EXPECT_EQ(test::contents(path_), "short");
}

TEST_F(NewFileTest, ALinkInThePlaceOfThePartIsNotFollowed) {
  const fs::path precious = folder_.path() / "precious";
  test::overwrite(precious, "precious");
  fs::create_symlink(precious, part_);
  publish("mine");
  EXPECT_EQ(test::contents(precious), "precious");
  EXPECT_EQ(test::contents(path_), "mine");
  EXPECT_FALSE(fs::is_symlink(path_));
}

TEST_F(NewFileTest, AFifoInThePlaceOfThePartOrTheFileDoesNotBlock) {
  ASSERT_EQ(mkfifo(part_.c_str(), 0600), 0);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  publish("mine");
  EXPECT_EQ(test::contents(path_), "mine");
}

TEST_F(NewFileTest, AFolderInTheirPlaceIsAnError) {
  fs::create_directory(part_);
  EXPECT_THROW(NewFile{path_}, CannotWrite);
  fs::remove(part_);
  fs::create_directory(path_);
  EXPECT_THROW(publish("mine"), CannotWrite);
  EXPECT_TRUE(fs::is_directory(path_));
  EXPECT_FALSE(fs::exists(part_));
}

// The umask decides the permissions of the published file.
TEST_F(NewFileTest, HeedsTheUmask) {
  const mode_t before = umask(027);
  publish("mine");
  umask(before);
  struct stat status {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

}  // namespace pipo::new_file_test
