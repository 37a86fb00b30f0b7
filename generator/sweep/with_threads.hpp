// Running with a given number of threads.
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace pipo {

// Runs f with this number of threads for TBB's loops; 0: all cores. Both the global limit and an
// arena are needed: the limit alone does not allow more threads than cores. A thread that waits in
// f takes up no tasks of the caller, which might wait for what this thread holds.
template <typename F>
auto with_threads(int threads, F&& f) {
  if (threads == 0) return tbb::this_task_arena::isolate(f);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  return arena.execute(f);
}

}  // namespace pipo
