// A mutex that leaves its data whole in a child of fork().
//
// fork() copies only the thread that calls it. A plain mutex that another thread holds at that
// moment stays locked in the child for ever, and its data may be half changed. fork() therefore
// acquires all mutexes of this type first (pthread_atfork), and releases them in both processes.
//
// A thread that holds one neither locks, makes nor destroys another one, and does not fork: fork()
// acquires them in no particular order.
#pragma once

#include <mutex>

namespace pipo {

class ForkSafeMutex {
 public:
  // Throws std::bad_alloc if the handlers of fork() cannot be registered.
  ForkSafeMutex();
  ~ForkSafeMutex();
  ForkSafeMutex(const ForkSafeMutex&) = delete;
  ForkSafeMutex& operator=(const ForkSafeMutex&) = delete;

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  friend struct ForkHandlers;

  std::mutex mutex_;
  // The list of all mutexes of this type.
  ForkSafeMutex* previous_ = nullptr;
  ForkSafeMutex* next_ = nullptr;
};

}  // namespace pipo
