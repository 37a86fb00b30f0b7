// Errors as C codes.
#include "probe/c/handle.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <latch>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "pipopipette/game.h"
#include "probe/base/error_kinds.hpp"
#include "probe/base/failure.hpp"
#include "tests/table/allocations.hpp"

namespace pipo::handle_test {

TEST(Handle, EveryErrorHasItsCode) {
  const pipo_tables handle;
  for (const ErrorKind& kind : kErrorKinds) {
    const pipo_code code = guarded(&handle, [&] { throw_failure({kind.code, kind.name}); });
    EXPECT_EQ(code, kind.c_code) << kind.name;
    EXPECT_EQ(pipo_error_code(&handle), code);
    EXPECT_STREQ(pipo_error_text(&handle), kind.name);
  }
  EXPECT_EQ(guarded(&handle, [] { throw std::bad_alloc(); }), PIPO_OUT_OF_MEMORY);
  EXPECT_EQ(guarded(&handle, [] { throw std::runtime_error("x"); }), PIPO_INTERNAL);
}

// The system gives a new thread the number of one that has ended.
TEST(Handle, ANewThreadHasNoFailures) {
  const pipo_tables handle;
  for (int i = 0; i < 100; ++i) {
    std::thread([&] {
      EXPECT_EQ(pipo_error_code(&handle), PIPO_OK);
      EXPECT_STREQ(pipo_error_text(&handle), "");
      EXPECT_EQ(handle.fail(PIPO_BAD_INPUT, "wrong"), PIPO_BAD_INPUT);
      EXPECT_EQ(pipo_error_code(&handle), PIPO_BAD_INPUT);
      EXPECT_STREQ(pipo_error_text(&handle), "wrong");
    }).join();
  }
  EXPECT_EQ(pipo_error_code(&handle), PIPO_OK);
}

TEST(Handle, FailuresEndWithTheirThread) {
#ifdef PIPO_SANITIZED
  GTEST_SKIP() << "sanitizers have a heap of their own";
#endif
  constexpr std::size_t kText = 100'000;
  constexpr std::size_t kThreads = 64;
  const pipo_tables handle;
  const std::string text(kText, 'x');
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  std::latch all_failed(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      handle.fail(PIPO_BAD_INPUT, text.c_str());
      all_failed.arrive_and_wait();  // so that no two of them have the same number
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
  EXPECT_LT(after, before + kThreads * kText / 2);
}

TEST(Handle, FailuresAreKeptByHandle) {
  const pipo_tables one;
  const pipo_tables other;
  one.fail(PIPO_BAD_INPUT, "one");
  const char* const text = pipo_error_text(&one);
  other.fail(PIPO_MISSING_TABLE, "other");
  EXPECT_STREQ(text, "one");
  EXPECT_EQ(pipo_error_code(&one), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_error_code(&other), PIPO_MISSING_TABLE);
  EXPECT_STREQ(pipo_error_text(&other), "other");
}

TEST(Handle, FailuresOfClosedHandlesAreForgotten) {
#ifdef PIPO_SANITIZED
  GTEST_SKIP() << "sanitizers have a heap of their own";
#endif
  const pipo_tables open;
  open.fail(PIPO_BAD_INPUT, "open");
  const std::string text(100'000, 'x');
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (int i = 0; i < 100; ++i) {
    const pipo_tables closed;
    EXPECT_EQ(pipo_error_code(&closed), PIPO_OK) << i;
    closed.fail(PIPO_BAD_INPUT, text.c_str());
  }
  EXPECT_LT(mallinfo2().uordblks + mallinfo2().hblkhd, before + 8 * text.size());
  EXPECT_STREQ(pipo_error_text(&open), "open");
}

// Opening fails with a code wherever memory runs out, and leaves a handle unless there is none.
TEST(Handle, OpeningWithoutMemory) {
#ifdef PIPO_SANITIZED
  GTEST_SKIP() << "sanitizers have a heap of their own";
#endif
  pipo_code code = PIPO_OUT_OF_MEMORY;
  for (std::size_t count = 0; code != PIPO_OK; ++count) {
    pipo_game* game = nullptr;
    {
      const test::FewAllocations few(count);
      code = pipo_game_open({2, 2, 0}, nullptr, &game);
    }
    ASSERT_TRUE(code == PIPO_OK || code == PIPO_OUT_OF_MEMORY) << code;
    EXPECT_EQ(game == nullptr, count < 2) << count;  // the handle, and its life
    pipo_game_close(&game);
  }
}

// Programs are built with these numbers.
TEST(Handle, CodesOfTheFirstVersionStay) {
  EXPECT_EQ(PIPO_BAD_INPUT, 2);
  EXPECT_EQ(PIPO_MISSING_TABLE, 3);
  EXPECT_EQ(PIPO_DAMAGED_TABLE, 4);
  EXPECT_EQ(PIPO_OUT_OF_MEMORY, 5);
  EXPECT_EQ(PIPO_UNREADABLE_TABLE, 6);
  EXPECT_EQ(PIPO_NEWER_TABLE, 7);
  EXPECT_EQ(PIPO_OUT_OF_TIME, 8);
  EXPECT_EQ(PIPO_DISK_FULL, 9);
  EXPECT_EQ(PIPO_SYSTEM_LIMIT, 10);
  EXPECT_EQ(PIPO_CANNOT_WRITE, 11);
  EXPECT_EQ(PIPO_BUSY, 12);
  EXPECT_EQ(PIPO_INTERNAL, 70);
  EXPECT_EQ(PIPO_STOPPED, 130);
}

TEST(Handle, EveryKindOfErrorHasACodeOfItsOwn) {
  std::set<int> codes = {PIPO_OK};
  for (const ErrorKind& kind : kErrorKinds) {
    EXPECT_TRUE(codes.insert(kind.c_code).second) << kind.name;
  }
}

}  // namespace pipo::handle_test
