// What lets an object of Python live on in a child of fork().
#pragma once

#include <unistd.h>

#include <atomic>
#include <memory>

namespace pipo::python {

// Sets a flag while something is being changed.
class Changing {
 public:
  explicit Changing(std::atomic<bool>& flag) : flag_(flag) { flag_ = true; }
  ~Changing() { flag_ = false; }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;

 private:
  std::atomic<bool>& flag_;
};

// Locks that a child of fork() gets anew: a thread that held the old ones does not exist there.
template <typename Locks>
class LocksOfProcess {
 public:
  // The locks of this process. In a child it first calls forked() with the locks as they were at
  // the fork. Needs the interpreter's lock, so that one thread at a time is here.
  template <typename F>
  Locks& get(F forked) {
    if (process_ == ::getpid()) return *locks_;
    auto locks = std::make_unique<Locks>();
    locks_.swap(locks);
    process_ = ::getpid();
    // Locks that are held may not be destroyed.
    forked(*locks.release());
    return *locks_;
  }

 private:
  std::unique_ptr<Locks> locks_ = std::make_unique<Locks>();
  pid_t process_ = ::getpid();
};

}  // namespace pipo::python
