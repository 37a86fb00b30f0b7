// Runs functions in a thread with a small stack, as `ulimit -s 64` or another program may give.
#pragma once

#include <pthread.h>

#include <functional>
#include <stdexcept>

#include "tests/support/sanitized.hpp"

namespace pipo::test {

#ifdef __aarch64__
constexpr std::size_t kLeastStackKiB = 128;  // the C library allows no less
#else
constexpr std::size_t kLeastStackKiB = 64;
#endif

// Sanitizers need more stack.
constexpr std::size_t kSmallStack = (kSanitized ? 512 : kLeastStackKiB) << 10;

// Calls f, which must not throw, in such a thread.
inline void with_small_stack(std::function<void()> f) {
  pthread_attr_t attributes;
  pthread_t thread{};
  const auto run = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  if (pthread_attr_init(&attributes) != 0 ||
      pthread_attr_setstacksize(&attributes, kSmallStack) != 0 ||
      pthread_create(&thread, &attributes, run, &f) != 0) {
    throw std::runtime_error("no thread with a small stack");
  }
  pthread_attr_destroy(&attributes);
  pthread_join(thread, nullptr);
}

}  // namespace pipo::test
