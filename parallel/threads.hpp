// Loops and tasks on several threads. This folder has the only code that includes oneTBB, and
// compiles its templates once; a build without threads (-DPIPO_THREADS=OFF) has serial.cpp instead,
// which does everything in the calling thread.
//
// oneTBB starts its own threads when a loop needs them, and if the system refuses one (ulimit -u, a
// container's limit on processes, no memory for a stack), it throws an error of no known type, or
// ends the process. So oneTBB never starts a thread here: with_threads() starts them, as many as
// the system provides, and they help with the loops of the calling thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pipo {

// Calls f in this thread, while up to threads - 1 more threads (0: one for each core) help with the
// loops in it. If the system provides fewer, f runs with those.
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

// The number of threads that loops use here, and of this one among them, from 0 on.
int loop_threads();
int loop_thread();

// Calls f(first, end) on those threads for parts of a range of numbers. A part has at least half of
// `least` numbers, or the whole range if that has fewer.
void parallel_parts(std::size_t begin, std::size_t end, std::size_t least,
                    const std::function<void(std::size_t first, std::size_t end)>& f);

// Calls f(i) on those threads for each i from begin to end - 1.
template <typename Index, typename F>
void parallel_loop(Index begin, Index end, const F& f) {
  if (!(begin < end)) return;
  if (end - begin == 1) return f(begin);
  parallel_parts(0, static_cast<std::size_t>(end - begin), 1,
                 [&](std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i != last; ++i) {
                     f(static_cast<Index>(begin + static_cast<Index>(i)));
                   }
                 });
}

// Calls do_one(i, part) on those threads for i from 0 to count - 1, and returns the parts in order.
// `together` neighbours are one task: they run one after the other and share the task's part.
// `together` should be large enough to be worth a task, and small enough to split small counts.
template <typename Part, typename DoOne>
std::vector<Part> in_parts(std::size_t count, std::size_t together, DoOne&& do_one) {
  std::vector<Part> parts((count + together - 1) / together);
  parallel_loop(std::size_t{0}, parts.size(), [&](std::size_t p) {
    const std::size_t end = std::min(count, (p + 1) * together);
    for (std::size_t i = p * together; i < end; ++i) do_one(i, parts[p]);
  });
  return parts;
}

// Makes things one after the other in this order, works on up to `most` of them at a time on
// several threads, and hands them on one after the other, in the order in which they were made.
// `make` returns none at the end. Called within call_in_parallel().
void parallel_pipeline(std::size_t most, const std::function<std::shared_ptr<void>()>& make,
                       const std::function<void(void*)>& work,
                       const std::function<void(void*)>& hand_on);

// Calls f. When this thread waits for loops in it, it takes up no tasks from outside of f.
void call_isolated(const std::function<void()>& f);

// Calls f, whose loops run in this thread alone.
void call_alone(const std::function<void()>& f);

// Tasks beside what a thread does. Used within call_in_parallel().
class TaskGroup {
 public:
  TaskGroup();
  ~TaskGroup();  // waits, and drops a failure
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  void run(std::function<void()> task);

  // Waits for all tasks. Throws what the first of them threw that failed.
  void wait();

 private:
  class Tasks;
  std::unique_ptr<Tasks> tasks_;
};

// A T for each thread that asks for one.
template <typename T>
class PerThread {
 public:
  explicit PerThread(std::function<T()> make = [] { return T(); }) : make_(std::move(make)) {}

  T& local() {
    const std::lock_guard lock(mutex_);
    const auto self = std::this_thread::get_id();
    const auto found = all_.find(self);
    return found != all_.end() ? *found->second : *(all_[self] = std::make_unique<T>(make_()));
  }

  // Calls f(T) for each. No thread may ask for its own meanwhile.
  template <typename F>
  void each(F f) const {
    for (const auto& [thread, one] : all_) f(*one);
  }

 private:
  std::function<T()> make_;
  std::mutex mutex_;
  std::unordered_map<std::thread::id, std::unique_ptr<T>> all_;
};

}  // namespace pipo
