#include "parallel/with_threads.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <tbb/blocked_range.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/process_limit.hpp"

namespace pipo::with_threads_test {
namespace {

constexpr uid_t kNobodyElse = 54321;

int arena_threads() {
  return tbb::this_task_arena::max_concurrency();
}

std::size_t threads_of_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

// Waits until each of this many threads has begun a call of a loop, so all of them take part.
bool all_take_part(int threads) {
  std::mutex mutex;
  std::set<std::thread::id> begun;
  parallel_loop(0, 1000, [&](int) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const auto all = [&] {
      const std::lock_guard lock(mutex);
      begun.insert(std::this_thread::get_id());
      return begun.size() == static_cast<std::size_t>(threads);
    };
    while (!all() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  });
  return begun.size() == static_cast<std::size_t>(threads);
}

TEST(WithThreads, ReturnsAndThrowsWhatTheFunctionDoes) {
  for (const int threads : {0, 1, 3}) {
    EXPECT_EQ(with_threads(threads, [] { return std::string("result"); }), "result");
    bool called = false;
    with_threads(threads, [&] { called = true; });
    EXPECT_TRUE(called);
    EXPECT_THROW(with_threads(threads, []() -> int { throw std::out_of_range("number"); }),
                 std::out_of_range);
    EXPECT_THROW(with_threads(threads,
                              [] {
                                parallel_loop(0, 100, [](int i) {
                                  if (i == 50) throw std::out_of_range("number");
                                });
                              }),
                 std::out_of_range);
  }
}

TEST(WithThreads, CallsTheFunctionInTheSameThread) {
  const auto self = std::this_thread::get_id();
  EXPECT_EQ(with_threads(3, [] { return std::this_thread::get_id(); }), self);
}

TEST(WithThreads, SoManyThreadsTakePart) {
  for (const int threads : {1, 2, 5}) {
    EXPECT_EQ(with_threads(threads, arena_threads), threads);
    EXPECT_TRUE(with_threads(threads, [=] { return all_take_part(threads); })) << threads;
  }
}

TEST(WithThreads, LoopsCallTheFunctionOnceForEach) {
  const auto check = [] {
    for (const int count : {0, 1, 2, 1000}) {
      std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
      parallel_loop(0, count, [&](int i) { ++calls[static_cast<std::size_t>(i)]; });
      for (const auto& one : calls) EXPECT_EQ(one, 1);
    }
    std::atomic<int> sum = 0;
    parallel_loop(tbb::blocked_range<int>(0, 1000, 10), [&](const auto& range) {
      for (int i = range.begin(); i != range.end(); ++i) sum += i;
    });
    EXPECT_EQ(sum, 499'500);
  };
  check();
  with_threads(4, check);
}

TEST(WithThreads, ShareTheThreadsOfTheCaller) {
  with_threads(3, [] {
    const std::size_t threads = threads_of_process();
    for (const int nested : {0, 3}) {
      parallel_loop(0, 8, [=](int) {
        with_threads(nested, [=] {
          EXPECT_EQ(arena_threads(), 3);
          EXPECT_LE(threads_of_process(), threads);  // one of before may still be ending
        });
      });
    }
    EXPECT_EQ(with_threads(1, arena_threads), 1);
    EXPECT_EQ(with_threads(5, arena_threads), 5);
    EXPECT_EQ(arena_threads(), 3);
  });
}

// A thread of a task that waits does not take up another task of the outer loop.
TEST(WithThreads, TakesUpNoTasksOfTheCaller) {
  with_threads(3, [] {
    std::atomic<bool> nested = false;
    parallel_loop(0, 100, [&](int) {
      thread_local bool waits = false;
      nested = nested || waits;
      waits = true;
      with_threads(0, [] { parallel_loop(0, 100, [](int) { std::this_thread::yield(); }); });
      waits = false;
    });
    EXPECT_FALSE(nested);
  });
}

TEST(WithThreads, NoThreadIsLeft) {
  const std::size_t before = threads_of_process();
  for (int i = 0; i < 20; ++i) {
    with_threads(4, [] { parallel_loop(0, 100, [](int) { std::this_thread::yield(); }); });
    parallel_loop(0, 100, [](int) { std::this_thread::yield(); });
  }
  // A thread that has been joined may still be ending.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (threads_of_process() > before && std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
  }
  EXPECT_LE(threads_of_process(), before);
}

// The loops of a call inside another loop do all of their work, also after an iteration of that loop
// has thrown.
TEST(WithThreads, InnerLoopsAreWholeAfterAFailureBeside) {
  std::atomic<bool> inside = false, thrown = false;
  std::atomic<int> done = 0;
  const auto wait_for = [](const std::atomic<bool>& flag) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!flag && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  };
  const auto iteration = [&](int i) {
    if (i == 0) {
      wait_for(inside);
      thrown = true;
      throw std::runtime_error("beside");
    }
    inside = true;
    wait_for(thrown);
    // oneTBB notes the error when it has left the iteration.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    with_threads(2, [&] { parallel_loop(0, 1000, [&](int) { ++done; }); });
  };
  const auto both = [&] { parallel_loop(0, 2, iteration); };
  EXPECT_THROW(with_threads(2, both), std::runtime_error);
  EXPECT_EQ(done, 1000);
}

// With a limit on the user's processes, the loops run on the threads that there are.
TEST(WithThreads, GoOnWithFewerUnderALimit) {
#ifdef PIPO_SANITIZED
  GTEST_SKIP() << "sanitizers have threads of their own";
#endif
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const bool root = ::geteuid() == 0;
  for (const int possible : {1, 2, 3}) {
    if (!root && possible > 1) break;  // it is unknown how many processes this user has
    EXPECT_EXIT(
        {
          // The system does not limit root, and a user of its own has no other processes.
          if (root && ::setuid(kNobodyElse) != 0) ::_exit(possible);
          const test::ProcessLimit limit(RLIMIT_NPROC, static_cast<rlim_t>(possible));
          const int threads = with_threads(4, arena_threads);
          const bool all = with_threads(4, [=] { return all_take_part(threads); });
          parallel_loop(0, 1000, [](int) { std::this_thread::yield(); });
          ::_exit(all ? threads : 0);
        },
        testing::ExitedWithCode(possible), "")
        << possible;
  }
}

}  // namespace
}  // namespace pipo::with_threads_test
