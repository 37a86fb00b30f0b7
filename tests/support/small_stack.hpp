// Runs functions in a thread with a small stack, as `ulimit -s 64` or another program may give.
#pragma once

#include <pthread.h>

#include <functional>
#include <stdexcept>

#include "tests/support/sanitized.hpp"

namespace pipo::test {

// Sanitizers need more stack, and the C library allows no less than 128 KiB on aarch64.
#ifdef __aarch64__
constexpr std::size_t kSmallStack = std::size_t{kSanitized ? 512 : 128} << 10;
#else
constexpr std::size_t kSmallStack = std::size_t{kSanitized ? 512 : 64} << 10;
#endif

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
