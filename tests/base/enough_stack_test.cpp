#include "probe/base/enough_stack.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "tests/support/small_stack.hpp"

namespace pipo::enough_stack_test {

// Takes more than 256 bytes of stack for each level.
int depth(int levels) {
  volatile char frame[256] = {};
  if (levels == 0) return frame[0];
  const int below = depth(levels - 1);
  return below + 1 + frame[levels & 255];
}

TEST(EnoughStack, ASmallStackStartsAThread) {
  test::with_small_stack([] {
    const std::thread::id here = std::this_thread::get_id();
    const auto [there, levels] =
        with_enough_stack([] { return std::pair(std::this_thread::get_id(), depth(2000)); });
    EXPECT_NE(there, here);
    EXPECT_EQ(levels, 2000);
    EXPECT_THROW(with_enough_stack([]() -> int { throw std::runtime_error("thrown"); }),
                 std::runtime_error);
  });
}

TEST(EnoughStack, ALargeStackStartsNoThread) {
  test::with_small_stack([] {
    EXPECT_TRUE(with_enough_stack([] {
      const std::thread::id here = std::this_thread::get_id();
      return with_enough_stack([&] { return std::this_thread::get_id() == here; });
    }));
  });
}

// A signal to the process must interrupt the working thread, which may be reading.
TEST(EnoughStack, TheWaitingThreadBlocksSignals) {
  test::with_small_stack([] {
    const pid_t waiting = ::gettid();
    with_enough_stack([waiting] {
      sigset_t blocked;
      pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
      EXPECT_EQ(sigismember(&blocked, SIGTERM), 0);
      std::ifstream status("/proc/self/task/" + std::to_string(waiting) + "/status");
      std::string word;
      while (status >> word && word != "SigBlk:") continue;
      status >> word;
      EXPECT_TRUE(std::stoull(word, nullptr, 16) >> (SIGTERM - 1) & 1) << word;
      return 0;
    });
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    EXPECT_EQ(sigismember(&blocked, SIGTERM), 0);
  });
}

// Returns the size of the stack of a new thread.
std::size_t stack_of_new_thread() {
  std::size_t size = 0;
  std::thread([&size] {
    pthread_attr_t attributes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
  }).join();
  return size;
}

TEST(EnoughStack, ThreadsGetEnoughWhateverTheDefault) {
  pthread_attr_t before, small;
  ASSERT_EQ(pthread_getattr_default_np(&before), 0);
  ASSERT_EQ(pthread_attr_init(&small), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&small, test::kSmallStack), 0);
  ASSERT_EQ(pthread_setattr_default_np(&small), 0);
  EXPECT_LT(stack_of_new_thread(), kEnoughStack);
  give_threads_enough_stack();
  EXPECT_GE(stack_of_new_thread(), 2 * kEnoughStack);
  pthread_setattr_default_np(&before);
  pthread_attr_destroy(&small);
  pthread_attr_destroy(&before);
}

}  // namespace pipo::enough_stack_test
