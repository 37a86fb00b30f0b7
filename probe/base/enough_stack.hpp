// Runs deep recursions on a large enough stack, whatever the caller's stack.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace pipo {

// The stack, in bytes, that deep recursions require. A search, a sweep or a command uses less than
// half of it.
constexpr std::size_t kEnoughStack = std::size_t{1} << 20;

// Calls f in this thread if kEnoughStack bytes of its stack are left. Otherwise calls f in a new
// thread with a stack of twice that size, while this thread waits with its signals blocked. Throws
// what f throws, and std::system_error if no thread can be started.
void call_with_enough_stack(const std::function<void()>& f);

template <typename F>
std::invoke_result_t<F> with_enough_stack(F f) {
  std::optional<std::invoke_result_t<F>> result;
  call_with_enough_stack([&] { result.emplace(f()); });
  return *std::move(result);
}

// Raises the default stack size of threads started later to 2 * kEnoughStack if a limit (ulimit -s)
// has made it smaller.
void give_threads_enough_stack();

}  // namespace pipo
