// parallel/ in builds without threads.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "parallel/threads.hpp"

namespace pipo::serial_test {
namespace {

TEST(Serial, LoopsRunInThisThreadInOrder) {
  const auto self = std::this_thread::get_id();
  std::vector<int> calls;
  with_threads(4, [&] {
    EXPECT_EQ(loop_threads(), 1);
    parallel_loop(3, 8, [&](int i) {
      EXPECT_EQ(std::this_thread::get_id(), self);
      EXPECT_EQ(loop_thread(), 0);
      calls.push_back(i);
    });
  });
  EXPECT_EQ(calls, (std::vector<int>{3, 4, 5, 6, 7}));
  parallel_parts(0, 0, 1, [](std::size_t, std::size_t) { FAIL() << "an empty range"; });
  EXPECT_THROW(parallel_loop(0, 9, [](int) { throw std::out_of_range("number"); }),
               std::out_of_range);
}

TEST(Serial, PipelinesDoOneThingAfterTheOther) {
  int made = 0;
  std::vector<int> handed_on;
  parallel_pipeline(
      6, [&] { return made == 5 ? nullptr : std::make_shared<int>(made++); },
      [&](void* number) { *static_cast<int*>(number) *= 2; },
      [&](void* number) { handed_on.push_back(*static_cast<int*>(number)); });
  EXPECT_EQ(handed_on, (std::vector<int>{0, 2, 4, 6, 8}));
}

TEST(Serial, GroupsThrowWhenTheyAreWaitedFor) {
  TaskGroup group;
  int done = 0;
  group.run([&] { ++done; });
  group.run([] { throw std::out_of_range("number"); });
  group.run([&] { ++done; });
  EXPECT_THROW(group.wait(), std::out_of_range);
  EXPECT_EQ(done, 1);
  group.run([&] { ++done; });
  group.wait();
  EXPECT_EQ(done, 2);
}

}  // namespace
}  // namespace pipo::serial_test
