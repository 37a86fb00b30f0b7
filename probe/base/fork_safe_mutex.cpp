#include "probe/base/fork_safe_mutex.hpp"

#include <pthread.h>

#include <new>

namespace pipo {

// The list of all mutexes and the handlers of fork(). It outlives every object, since its members
// need no destructor.
struct ForkHandlers {
  static void acquire() {
    list_mutex.lock();
    for (ForkSafeMutex* one = first; one != nullptr; one = one->next_) one->lock();
  }

  static void release() {
    for (ForkSafeMutex* one = first; one != nullptr; one = one->next_) one->unlock();
    list_mutex.unlock();
  }

  // Requires the list's lock.
  static void register_once() {
    if (registered) return;
    if (pthread_atfork(&acquire, &release, &release) != 0) throw std::bad_alloc();
    registered = true;
  }

  static void insert(ForkSafeMutex& one) {
    one.next_ = first;
    if (first != nullptr) first->previous_ = &one;
    first = &one;
  }

  static void erase(ForkSafeMutex& one) {
    if (one.next_ != nullptr) one.next_->previous_ = one.previous_;
    (one.previous_ != nullptr ? one.previous_->next_ : first) = one.next_;
  }

  static constinit inline std::mutex list_mutex;
  static constinit inline ForkSafeMutex* first = nullptr;
  static constinit inline bool registered = false;
};

ForkSafeMutex::ForkSafeMutex() {
  const std::lock_guard lock(ForkHandlers::list_mutex);
  ForkHandlers::register_once();
  ForkHandlers::insert(*this);
}

ForkSafeMutex::~ForkSafeMutex() {
  const std::lock_guard lock(ForkHandlers::list_mutex);
  ForkHandlers::erase(*this);
}

}  // namespace pipo
