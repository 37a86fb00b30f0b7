// A mutex whose data is consistent in a child of fork().
//
// fork() copies only the thread that calls it. A plain mutex that another thread holds at that
// moment stays locked in the child for ever, and its data may be half changed. Handlers of fork()
// (pthread_atfork) therefore acquire all mutexes of this type first, and release them afterwards in
// both processes.
//
// The handlers acquire the mutexes in no particular order. A thread that holds one must therefore
// not lock, create or destroy another one, and must not fork.
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
