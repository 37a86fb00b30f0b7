// The mismatch with the lowest number, whichever thread finds it.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "verify/one_step.hpp"

namespace pipo {

class FirstMismatch {
 public:
  // Returns whether a mismatch with this number, or a higher one, can still be the first.
  bool improves(std::uint64_t number) const {
    return number < lowest_.load(std::memory_order_relaxed);
  }

  void offer(std::uint64_t number, Mismatch mismatch) {
    const std::lock_guard lock(mutex_);
    if (number >= lowest_) return;
    lowest_ = number;
    mismatch_ = std::move(mismatch);
  }

  // Returns the mismatch. Call it after all threads are done.
  const std::optional<Mismatch>& get() const { return mismatch_; }

 private:
  std::mutex mutex_;
  std::atomic<std::uint64_t> lowest_ = std::numeric_limits<std::uint64_t>::max();
  std::optional<Mismatch> mismatch_;
};

}  // namespace pipo
