#include "probe/base/in_parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace pipo {
namespace {

// More threads would not help on any machine, and would do harm on many.
constexpr unsigned kMostThreads = 256;

class Loop {
 public:
  Loop(std::size_t count, const std::function<void(std::size_t)>& f) : count_(count), f_(f) {}

  void work() {
    // A thread that has taken a number makes that call even if another call has failed meanwhile.
    while (!failed_) {
      const std::size_t i = next_++;
      if (i >= count_) return;
      try {
        f_(i);
      } catch (...) {
        keep(i, std::current_exception());
      }
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // Keeps the failure with the lowest number. Numbers are taken in order, so all calls before a
  // failed one are running or done, and the first failure is always found.
  void keep(std::size_t i, std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    if (i > failed_at_) return;
    failed_at_ = i;
    failure_ = std::move(failure);
  }

  std::size_t count_;
  const std::function<void(std::size_t)>& f_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::size_t failed_at_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

}  // namespace

void in_parallel(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& f) {
  Loop loop(count, f);
  std::vector<std::thread> others;
  const std::size_t wanted = std::min<std::size_t>(threads, count);
  others.reserve(wanted);
  try {
    for (std::size_t i = 1; i < wanted; ++i) others.emplace_back([&loop] { loop.work(); });
  } catch (const std::bad_alloc&) {
    // There is no memory for more threads; the existing ones do the work.
  } catch (const std::system_error&) {
    // The system allows no more threads; the existing ones do the work.
  }
  loop.work();
  for (std::thread& other : others) other.join();
  loop.rethrow();
}

unsigned threads_for(unsigned threads) {
  return threads > 0 ? std::min(threads, kMostThreads)
                     : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace pipo
