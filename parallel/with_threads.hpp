// Running loops on a given number of threads. All loops of oneTBB go through this header.
//
// oneTBB starts its own threads when a loop needs them, and if the system refuses one (ulimit -u, a
// container's limit on processes, no memory for a stack), it throws an error of no known type, or
// ends the process. So oneTBB never starts a thread here: with_threads() starts them, as many as
// the system provides, and they help with the loops of the calling thread.
#pragma once

#include <tbb/parallel_for.h>

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace pipo {

// Calls f in this thread, while up to threads - 1 more threads (0: one for each core) help with the
// loops in it. If the system provides fewer, f runs with those. In an arena of these threads,
// tbb::this_task_arena::max_concurrency() is their number.
//
// Within another call for the same number, or for 0, f shares its threads. A thread that waits in f
// takes up no tasks of the caller, which might wait for what this thread holds.
void call_with_threads(int threads, const std::function<void()>& f);

template <typename F>
std::invoke_result_t<F> with_threads(int threads, F&& f) {
  if constexpr (std::is_void_v<std::invoke_result_t<F>>) {
    call_with_threads(threads, [&] { f(); });
  } else {
    std::optional<std::invoke_result_t<F>> result;
    call_with_threads(threads, [&] { result.emplace(f()); });
    return *std::move(result);
  }
}

// Calls f, whose loops use the threads of the with_threads() that it is called in, or outside of
// one a thread for each core.
void call_in_parallel(const std::function<void()>& f);

// Calls f(i) on those threads for each i from begin to end - 1.
template <typename Index, typename F>
void parallel_loop(Index begin, Index end, const F& f) {
  if (begin < end && end - begin == 1) return f(begin);
  call_in_parallel([&] { tbb::parallel_for(begin, end, f); });
}

// Calls f on those threads for parts of the range, for example a tbb::blocked_range.
template <typename Range, typename F>
void parallel_loop(const Range& range, const F& f) {
  call_in_parallel([&] { tbb::parallel_for(range, f); });
}

}  // namespace pipo
