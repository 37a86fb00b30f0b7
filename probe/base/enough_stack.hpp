// Running deep recursions whatever the caller's stack.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace pipo {

// A search, a sweep or a command takes less than half of this.
constexpr std::size_t kEnoughStack = std::size_t{1} << 20;

// Calls f in this thread if that much of its stack is left, else in another thread, which has
// twice as much, while this one waits with its signals blocked. Throws what f throws, and
// std::system_error if no thread can be started.
void call_with_enough_stack(const std::function<void()>& f);

template <typename F>
std::invoke_result_t<F> with_enough_stack(F f) {
  std::optional<std::invoke_result_t<F>> result;
  call_with_enough_stack([&] { result.emplace(f()); });
  return *std::move(result);
}

// Gives threads that are started later that much stack where a limit (ulimit -s) leaves them less.
void give_threads_enough_stack();

}  // namespace pipo
