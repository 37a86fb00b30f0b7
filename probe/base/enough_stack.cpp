#include "probe/base/enough_stack.hpp"

#include <pthread.h>

#ifdef __EMSCRIPTEN__
#include <emscripten/stack.h>
#endif

#include <csignal>
#include <cstdint>
#include <exception>
#include <system_error>

namespace pipo {
namespace {

constexpr std::size_t kOwnStack = 2 * kEnoughStack;

class Attributes {
 public:
  Attributes() { failed(pthread_attr_init(&attributes_)); }
  ~Attributes() { pthread_attr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  pthread_attr_t* get() { return &attributes_; }

  static void failed(int code) {
    if (code != 0) throw std::system_error(code, std::generic_category());
  }

 private:
  pthread_attr_t attributes_;
};

// Returns the bytes between this frame and the end of the thread's stack, or 0 if the system does
// not know.
std::size_t stack_left() {
#ifdef __EMSCRIPTEN__
  return emscripten_stack_get_free();
#else
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* end = nullptr;
  std::size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &end, &size) == 0;
  pthread_attr_destroy(&attributes);
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const auto lowest = reinterpret_cast<std::uintptr_t>(end);
  return known && here > lowest ? here - lowest : 0;
#endif
}

struct Call {
  const std::function<void()>& f;
  sigset_t signals;
  std::exception_ptr failure;
};

void* run(void* argument) {
  Call& call = *static_cast<Call*>(argument);
  pthread_sigmask(SIG_SETMASK, &call.signals, nullptr);
  try {
    call.f();
  } catch (...) {
    call.failure = std::current_exception();
  }
  return nullptr;
}

void call_in_thread(const std::function<void()>& f) {
  Call call{f, {}, {}};
  Attributes attributes;
  Attributes::failed(pthread_attr_setstacksize(attributes.get(), kOwnStack));
  // All signals are blocked in this thread, so that they interrupt the thread that works.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &call.signals);
  pthread_t thread{};
  const int code = pthread_create(&thread, attributes.get(), &run, &call);
  if (code == 0) pthread_join(thread, nullptr);
  pthread_sigmask(SIG_SETMASK, &call.signals, nullptr);
  Attributes::failed(code);
  if (call.failure) std::rethrow_exception(call.failure);
}

}  // namespace

void call_with_enough_stack(const std::function<void()>& f) {
  if (stack_left() >= kEnoughStack) {
    f();
  } else {
    call_in_thread(f);
  }
}

void give_threads_enough_stack() {
  Attributes attributes;
  std::size_t size = 0;
  if (pthread_getattr_default_np(attributes.get()) != 0) return;
  if (pthread_attr_getstacksize(attributes.get(), &size) != 0 || size >= kOwnStack) return;
  pthread_attr_setstacksize(attributes.get(), kOwnStack);
  pthread_setattr_default_np(attributes.get());
}

}  // namespace pipo
