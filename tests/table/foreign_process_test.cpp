// The library in a foreign process with any locale, rounding mode, signals and descriptors gives
// the same answers, and leaves the state of the process unchanged.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <locale>
#include <random>
#include <thread>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/tables.hpp"
#include "tests/support/files.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::foreign_process_test {

namespace fs = std::filesystem;

const Board kBoard(2, 3);

class ForeignProcess : public testing::Test {
 protected:
  static bool all_right(const Tables& tables, EdgeSet stride = 3) {
    const oracle::FlatTable& oracle = oracle_of(kBoard);
    for (EdgeSet drawn = 0; drawn <= kBoard.all(); drawn += stride) {
      if (tables.value({kBoard, drawn}) != oracle.value(drawn)) return false;
    }
    return true;
  }

  void fork_while_other_threads_probe(int forks);

  // Files and values are the same as those of a default process.
  void expect_same_table() {
    const fs::path again = folder_.path() / "again";
    const fs::path table = write_table(again, {kBoard, 0}, oracle_values(kBoard));
    EXPECT_TRUE(test::layer_files(table) == files_);
    EXPECT_EQ(manifest_text(read_manifest(table)), manifest_);
    EXPECT_TRUE(all_right(Tables({again})));
    fs::remove_all(again);
  }

  // Runs f in a child process and returns how it ended.
  template <typename Work>
  static int in_child(Work work) {
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  }

  TemporaryFolder folder_;
  fs::path table_ = write_table(folder_.path(), {kBoard, 0}, oracle_values(kBoard));
  std::map<std::string, std::string> files_ = test::layer_files(table_);
  std::string manifest_ = manifest_text(read_manifest(table_));
};

// Formats numbers like 1.234,5.
class Grouping : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\1"; }
};

TEST_F(ForeignProcess, AnyLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new Grouping));
  expect_same_table();
  std::locale::global(before);
  for (const char* name : {"de_DE.UTF-8", "tr_TR.UTF-8", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) expect_same_table();
  }
  std::setlocale(LC_ALL, "C");
}

TEST_F(ForeignProcess, AnyRounding) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    expect_same_table();
    EXPECT_EQ(std::fegetround(), mode);
  }
  std::fesetround(FE_TONEAREST);
}

TEST_F(ForeignProcess, SignalsThatInterruptEveryCall) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) {};
  ASSERT_EQ(sigaction(SIGALRM, &action, &before), 0);
  const itimerval often{{0, 500}, {0, 500}};
  ASSERT_EQ(setitimer(ITIMER_REAL, &often, nullptr), 0);
  for (int i = 0; i < 20; ++i) expect_same_table();
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
}

// A file of a table must not become the standard output of the process.
TEST_F(ForeignProcess, ClosedStandardDescriptors) {
  const int code = in_child([this] {
    for (const int number : {0, 1, 2}) close(number);
    const Tables tables({folder_.path()});
    if (!all_right(tables)) return false;
    // Descriptors 0 to 2 stay free even while files are kept open.
    for (const int number : {0, 1, 2}) {
      if (fcntl(number, F_GETFD) != -1) return false;
    }
    write_table(folder_.path() / "again", {kBoard, 0}, oracle_values(kBoard));
    return true;
  });
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(test::layer_files(folder_.path() / "again" / "2x3") == files_);
}

// Parent and child read tables opened before the fork at the same time; they share no file offset.
TEST_F(ForeignProcess, ForkedWhileTablesAreOpen) {
  const Tables tables({folder_.path()}, {.cache_bytes = 0});
  ASSERT_TRUE(all_right(tables, 11));
  const pid_t child = fork();
  if (child == 0) _exit(all_right(tables) ? 0 : 1);
  EXPECT_TRUE(all_right(tables));
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

// Other threads probe, and so hold locks, while the process forks. The child probes the same
// tables, opens new ones and destroys them.
void ForeignProcess::fork_while_other_threads_probe(int forks) {
  // The cache keeps no block, so every probe takes the cache's locks and inserts.
  Tables tables({folder_.path()}, {.cache_bytes = 4096});
  std::atomic<bool> done = false;
  std::vector<std::thread> others;
  for (int i = 0; i < 3; ++i) {
    others.emplace_back([&] {
      while (!done) {
        all_right(tables, 101);
        const Tables opened({folder_.path()}, {.cache_bytes = 4096});
        all_right(opened, 10007);
      }
    });
  }
  for (int i = 0; i < forks; ++i) {
    const int code = in_child([&] {
      alarm(20);
      const bool right = all_right(tables, 1009) && all_right(Tables({folder_.path()}), 10007);
      tables = Tables({folder_.path()});
      return right && all_right(tables, 10007);
    });
    EXPECT_EQ(code, 0);
    if (code != 0) break;
  }
  done = true;
  for (std::thread& other : others) other.join();
}

TEST_F(ForeignProcess, ForkedWhileOtherThreadsProbe) {
  if (test::kSanitized) GTEST_SKIP() << "the allocator of sanitizers may be locked in the child";
  fork_while_other_threads_probe(25);
}

TEST_F(ForeignProcess, LongRunForkedOftenWhileOtherThreadsProbe) {
  fork_while_other_threads_probe(100);
}

TEST_F(ForeignProcess, DescriptorsAreNotInherited) {
  const Tables tables({folder_.path()});
  ASSERT_TRUE(all_right(tables));
  int open = 0;
  for (int number = 3; number < 256; ++number) {
    const int flags = fcntl(number, F_GETFD);
    if (flags == -1) continue;
    const fs::path target = fs::read_symlink("/proc/self/fd/" + std::to_string(number));
    if (target.string().find(folder_.path().string()) == std::string::npos) continue;
    ++open;
    EXPECT_TRUE(flags & FD_CLOEXEC) << target;
  }
  EXPECT_GT(open, 10);
}

TEST_F(ForeignProcess, AThreadWithEverySignalBlockedAndAStaleErrno) {
  std::thread([this] {
    sigset_t every;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, nullptr);
    errno = ENOSPC;
    expect_same_table();
  }).join();
}

TEST_F(ForeignProcess, SignalsAndUmaskStayUnchanged) {
  const mode_t mask = umask(077);
  struct sigaction before {};
  sigaction(SIGPIPE, nullptr, &before);
  expect_same_table();
  struct sigaction after {};
  sigaction(SIGPIPE, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
  EXPECT_EQ(umask(mask), 077U);
}

}  // namespace pipo::foreign_process_test
