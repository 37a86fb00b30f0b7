// Locks for Python objects that remain usable in a child of fork().
#pragma once

#include <unistd.h>

#include <atomic>
#include <memory>

namespace pipo::python {

// Sets a flag for as long as it exists, to mark a change in progress.
class Changing {
 public:
  explicit Changing(std::atomic<bool>& flag) : flag_(flag) { flag_ = true; }
  ~Changing() { flag_ = false; }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  std::atomic<bool>& flag_;
};

// Locks that are replaced by new ones in a child of fork(), since the threads that held the old
// ones do not exist there.
template <typename Locks>
class LocksOfProcess {
 public:
  // Returns the locks of this process. The first call in a child replaces them, and calls forked()
  // with the old ones. Requires the interpreter's lock, so that only one thread at a time is here.
  template <typename F>
  Locks& get(F forked) {
    if (process_ == ::getpid()) return *locks_;
    auto locks = std::make_unique<Locks>();
    locks_.swap(locks);
    process_ = ::getpid();
    // The old locks may be held, so they must not be destroyed.
    forked(*locks.release());
    return *locks_;
  }

 private:
  std::unique_ptr<Locks> locks_ = std::make_unique<Locks>();
  pid_t process_ = ::getpid();
};

}  // namespace pipo::python
