// A rank's encoded sections that are not in their files yet: they wait until rank 0 says where they
// belong, and then for the disk.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "generator/cluster/messages.hpp"
#include "probe/base/poll.hpp"

namespace pipo {

// Any thread may call any function.
class EncodedRuns {
 public:
  using Bytes = std::vector<std::byte>;

  // wait() returns only while at most `most_placed` bytes wait for the disk.
  explicit EncodedRuns(std::uint64_t most_placed) : most_placed_(most_placed) {}

  // Keeps a task's sections of one layer.
  void add(std::uint32_t task, int layer, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    runs_[{task, layer}] = std::move(bytes);
  }

  // Records that a run has its place and will be written.
  void note_placed(const Place& place) {
    const std::lock_guard lock(mutex_);
    placed_bytes_ += runs_.at({place.task, place.layer}).size();
  }

  // Passes the bytes of a placed run to `write`, and forgets them.
  template <typename Write>
  void write(const Place& place, Write write) {
    std::unique_lock lock(mutex_);
    const auto run = runs_.extract({place.task, place.layer});
    lock.unlock();
    write(run.mapped());
    lock.lock();
    placed_bytes_ -= run.mapped().size();
    written_.notify_one();
  }

  // Waits while the disk is slower than the rank. `poll` is called repeatedly and may throw.
  void wait(const Poll& poll) {
    std::unique_lock lock(mutex_);
    wait_polling(lock, written_, poll, [this] { return placed_bytes_ <= most_placed_; });
  }

 private:
  const std::uint64_t most_placed_;
  std::mutex mutex_;
  std::condition_variable written_;
  std::map<std::pair<std::uint32_t, int>, Bytes> runs_;  // by task and layer
  std::uint64_t placed_bytes_ = 0;                       // of runs that have a place
};

}  // namespace pipo
