#include "parallel/threads.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
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

namespace pipo::threads_test {
namespace {

constexpr uid_t kNobodyElse = 54321;

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
    EXPECT_EQ(with_threads(threads, loop_threads), threads);
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
    parallel_parts(0, 1000, 10, [&](std::size_t first, std::size_t last) {
      EXPECT_GE(last - first, 5U);
      for (std::size_t i = first; i != last; ++i) sum += static_cast<int>(i);
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
          EXPECT_EQ(loop_threads(), 3);
          EXPECT_LE(threads_of_process(), threads);  // one of before may still be ending
        });
      });
    }
    EXPECT_EQ(with_threads(1, loop_threads), 1);
    EXPECT_EQ(with_threads(5, loop_threads), 5);
    EXPECT_EQ(loop_threads(), 3);
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

TEST(WithThreads, ThreadsHaveNumbersAndThingsOfTheirOwn) {
  with_threads(3, [] {
    std::vector<std::atomic<int>> users(3);
    PerThread<int> calls([] { return 100; });
    parallel_loop(0, 1000, [&](int) {
      const auto self = static_cast<std::size_t>(loop_thread());
      ASSERT_LT(self, users.size());
      EXPECT_EQ(++users[self], 1);
      ++calls.local();
      std::this_thread::yield();
      --users[self];
    });
    int sum = 0;
    int threads = 0;
    calls.each([&](int one) {
      sum += one - 100;
      ++threads;
    });
    EXPECT_EQ(sum, 1000);
    EXPECT_LE(threads, 3);
  });
}

TEST(WithThreads, APipelineHandsOnInOrder) {
  with_threads(3, [] {
    int made = 0;
    std::atomic<int> worked = 0;
    std::vector<int> handed_on;
    parallel_pipeline(
        6, [&] { return made == 200 ? nullptr : std::make_shared<int>(made++); },
        [&](void* number) {
          ++worked;
          *static_cast<int*>(number) *= 2;
        },
        [&](void* number) { handed_on.push_back(*static_cast<int*>(number)); });
    EXPECT_EQ(worked, 200);
    ASSERT_EQ(handed_on.size(), 200U);
    for (int i = 0; i < 200; ++i) EXPECT_EQ(handed_on[static_cast<std::size_t>(i)], 2 * i);
  });
}

TEST(WithThreads, AGroupThrowsItsFirstFailure) {
  with_threads(2, [] {
    TaskGroup group;
    std::atomic<int> done = 0;
    for (int i = 0; i < 10; ++i) group.run([&] { ++done; });
    group.wait();
    EXPECT_EQ(done, 10);
    group.run([] { throw std::out_of_range("number"); });
    EXPECT_THROW(group.wait(), std::out_of_range);
    group.run([&] { ++done; });
    group.wait();
    EXPECT_EQ(done, 11);
    TaskGroup dropped;
    dropped.run([] { throw std::out_of_range("number"); });
  });
}

TEST(WithThreads, AloneIsAlone) {
  with_threads(3, [] {
    const auto self = std::this_thread::get_id();
    call_alone([&] {
      EXPECT_EQ(loop_threads(), 1);
      parallel_loop(0, 100, [&](int) { EXPECT_EQ(std::this_thread::get_id(), self); });
    });
    EXPECT_EQ(loop_threads(), 3);
  });
}

// The loops of a call inside another loop do all of their work, also after an iteration of that
// loop has thrown.
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
          const int threads = with_threads(4, loop_threads);
          const bool all = with_threads(4, [=] { return all_take_part(threads); });
          parallel_loop(0, 1000, [](int) { std::this_thread::yield(); });
          ::_exit(all ? threads : 0);
        },
        testing::ExitedWithCode(possible), "")
        << possible;
  }
}

}  // namespace
}  // namespace pipo::threads_test
