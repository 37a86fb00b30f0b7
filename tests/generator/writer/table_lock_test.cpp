// The lock admits one process at a time to a table's folder.
#include "generator/writer/table_lock.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include "pipopipette/error.hpp"
#include "tests/generator/writer/system_calls.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::table_lock_test {

namespace fs = std::filesystem;

class TableLockTest : public testing::Test {
 protected:
  std::string refused(const TableLock::Wait& wait = {}) const {
    try {
      const TableLock lock(table_, wait);
    } catch (const Busy& error) {
      return error.what();
    }
    return {};
  }

  TemporaryFolder folder_;
  fs::path table_ = folder_.path() / "tables" / "3x4";
  fs::path file_ = table_ / "generating.lock";
};

TEST_F(TableLockTest, ASecondOneIsRefusedWithTheNameOfTheHolder) {
  const TableLock lock(table_);
  const std::string said = refused();
  EXPECT_NE(said.find("process " + std::to_string(getpid()) + " on "), std::string::npos) << said;
  EXPECT_NE(said.find("tables/3x4"), std::string::npos) << said;
}

TEST_F(TableLockTest, LeavesNothingBehind) {
  { const TableLock lock(table_); }
  EXPECT_FALSE(fs::exists(table_));
  fs::create_directories(table_);
  test::overwrite(table_ / "layer-01.pipo", "something");
  { const TableLock lock(table_); }
  EXPECT_FALSE(fs::exists(file_));
  EXPECT_TRUE(fs::exists(table_ / "layer-01.pipo"));
  EXPECT_EQ(refused(), "");
}

TEST_F(TableLockTest, ADeadProcessHoldsNothing) {
  const pid_t child = fork();
  if (child == 0) {
    const TableLock lock(table_);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(fs::exists(file_));
  EXPECT_EQ(writer_in(table_), "");
  EXPECT_EQ(refused(), "");
}

TEST_F(TableLockTest, AnotherProcessHoldsItWhileItLives) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const TableLock lock(table_);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const std::string who = "process " + std::to_string(child) + " on ";
  EXPECT_NE(refused().find(who), std::string::npos);
  EXPECT_TRUE(writer_in(table_).starts_with(who));
  int asked = 0;
  const std::string said = refused([&](const std::string& holder) {
    EXPECT_TRUE(holder.starts_with(who));
    if (++asked == 2) kill(child, SIGKILL);
    return true;
  });
  EXPECT_EQ(said, "");
  EXPECT_GE(asked, 2);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
}

// The lock removes the folder and the parents that it made, if they are empty.
TEST_F(TableLockTest, RemovesTheFoldersThatItHasMade) {
  { const TableLock lock(table_); }
  EXPECT_FALSE(fs::exists(table_.parent_path()));
  fs::create_directory(table_.parent_path());
  { const TableLock lock(table_); }
  EXPECT_TRUE(fs::exists(table_.parent_path()));
  EXPECT_FALSE(fs::exists(table_));
}

// mkdir() reports that the folder exists, or that its parent is missing. A moment later neither is
// true, because another process has removed or made a folder.
TEST_F(TableLockTest, FoldersThatComeAndGoAreMadeAnew) {
  for (const int failure : {EEXIST, ENOENT}) {
    int calls = 0;
    const auto make = [&](const char* path) {
      if (++calls > 3) return test::real_mkdir(path);
      errno = failure;
      return -1;
    };
    const test::StandIns stand_ins({.mkdir = make, .fsync = {}, .flock = {}});
    EXPECT_EQ(refused(), "");
    EXPECT_EQ(calls, 5);
  }
  test::overwrite(folder_.path() / "tables", "a file");
  EXPECT_THROW(TableLock{table_}, CannotWrite);
}

// The process that held the lock removes the file after another process has opened it. A lock on
// the removed file is worth nothing once a third process has made a new one.
TEST_F(TableLockTest, ALockOnARemovedFileDoesNotCount) {
  int calls = 0;
  const auto lock_file = [&](int descriptor, int operation) {
    if (++calls == 1) {
      fs::remove(file_);
      test::overwrite(file_, "process 1 on another machine");
    }
    return test::real_flock(descriptor, operation);
  };
  const test::StandIns stand_ins({.mkdir = {}, .fsync = {}, .flock = lock_file});
  const TableLock lock(table_);
  EXPECT_EQ(calls, 2);
  EXPECT_NE(refused(), "");
}

// Waiting threads take turns, although the file is a new one each time.
TEST_F(TableLockTest, HasNeverTwoHolders) {
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::atomic<int> turns = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 40; ++turn) {
        const TableLock lock(table_, [](const std::string&) { return true; });
        const int now = ++inside;
        most = std::max(most.load(), now);
        std::this_thread::sleep_for(std::chrono::microseconds(100));
        --inside;
        ++turns;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(turns, 320);
}

TEST_F(TableLockTest, RefusesAnythingButAFileInItsPlace) {
  fs::create_directories(table_);
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  EXPECT_THROW(TableLock{table_}, CannotWrite);
  fs::remove(file_);
  test::overwrite(folder_.path() / "precious", "precious");
  fs::create_symlink(folder_.path() / "precious", file_);
  EXPECT_THROW(TableLock{table_}, CannotWrite);
  EXPECT_EQ(test::contents(folder_.path() / "precious"), "precious");
  fs::remove(file_);
  fs::create_directory(file_);
  EXPECT_THROW(TableLock{table_}, CannotWrite);
}

// The error is one plain line, whatever the file contains.
TEST_F(TableLockTest, AForeignSignatureIsNotRepeated) {
  const TableLock lock(table_);
  test::overwrite(file_, "\x1b[2Jprocess 1\n");
  EXPECT_NE(refused().find("another process is making"), std::string::npos) << refused();
}

}  // namespace pipo::table_lock_test
