// A table that is opened on first use, also in a child of fork().
#include "probe/table/table.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <thread>
#include <vector>

#include "pipopipette/tables.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/table/allocations.hpp"

namespace pipo::lazy_table_test {

using std::chrono::seconds;

const Position kPosition{Board(2, 2), 0b11};

class LazyTables : public testing::Test {
 protected:
  LazyTables() {
    write_table(folder_.path(), {kPosition.board, 0}, oracle_values(kPosition.board));
  }

  const TemporaryFolder folder_;
  const int value_ = oracle_of(kPosition.board).value(kPosition.drawn);
};

// A thread stops in the middle of opening the table. Meanwhile, the process is forked, and the
// child, where that thread does not exist, opens the table itself.
TEST_F(LazyTables, ForkNeedNotWaitForATableThatIsBeingOpened) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers replace new, by which the test stops a thread";
  const Tables tables({folder_.path()});
  std::promise<void> opening;
  std::promise<void> forked;
  bool waited_for_nothing = true;
  std::thread opener([&] {
    const test::AtAllocation stop(200, [&] {
      opening.set_value();
      waited_for_nothing = forked.get_future().wait_for(seconds(20)) == std::future_status::timeout;
    });
    EXPECT_EQ(tables.value(kPosition), value_);
  });
  opening.get_future().wait();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    ::_exit(tables.value(kPosition) == value_ ? 0 : 1);
  }
  forked.set_value();
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  opener.join();
  EXPECT_FALSE(waited_for_nothing) << "fork() had to wait for the table";
}

TEST_F(LazyTables, ManyThreadsOpenItOnce) {
  for (int i = 0; i < 20; ++i) {
    const Tables tables({folder_.path()});
    std::vector<std::thread> threads;
    for (int j = 0; j < 8; ++j) {
      threads.emplace_back([&] { EXPECT_EQ(tables.value(kPosition), value_); });
    }
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace pipo::lazy_table_test
