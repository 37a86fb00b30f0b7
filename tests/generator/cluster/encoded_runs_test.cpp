// Encoded sections wait for the disk, and a rank waits while there are too many of them.
#include "generator/cluster/encoded_runs.hpp"

#include <gtest/gtest.h>

#include <future>

#include "pipopipette/error.hpp"

namespace pipo::encoded_runs_test {

using Bytes = EncodedRuns::Bytes;

void stop() {
  throw Stopped("would wait");
}

void add(EncodedRuns& runs, std::uint32_t task, std::size_t bytes) {
  runs.add(task, 3, Bytes(bytes, std::byte{7}));
}

// Bytes without a place do not count: they may get one only after this rank's next task.
TEST(EncodedRuns, WaitsOnlyForBytesWithAPlace) {
  EncodedRuns runs(100);
  add(runs, 0, 1000);
  EXPECT_NO_THROW(runs.wait(stop));
  runs.note_placed({.task = 0, .layer = 3});
  EXPECT_THROW(runs.wait(stop), Stopped);
}

TEST(EncodedRuns, NeverWaitsIfEveryTaskIsWritten) {
  EncodedRuns runs(100);
  for (std::uint32_t task = 0; task < 20; ++task) {
    ASSERT_NO_THROW(runs.wait(stop)) << task;
    add(runs, task, 70);
    runs.note_placed({.task = task, .layer = 3});
    std::size_t written = 0;
    runs.write({.task = task, .layer = 3}, [&](const Bytes& bytes) { written = bytes.size(); });
    EXPECT_EQ(written, 70U);
  }
}

TEST(EncodedRuns, WaitingEndsWhenTheDiskHasWrittenEnough) {
  EncodedRuns runs(100);
  for (const std::uint32_t task : {0U, 1U}) {
    add(runs, task, 70);
    runs.note_placed({.task = task, .layer = 3});
  }
  std::promise<void> waits;
  bool told = false;
  auto waiting = std::async(std::launch::async, [&] {
    runs.wait([&] {
      if (!std::exchange(told, true)) waits.set_value();
    });
  });
  waits.get_future().wait();
  runs.write({.task = 0, .layer = 3}, [](const Bytes&) {});
  waiting.get();
}

}  // namespace pipo::encoded_runs_test
