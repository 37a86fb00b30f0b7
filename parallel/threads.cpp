#include "parallel/threads.hpp"

#include <pthread.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#ifdef __EMSCRIPTEN__
#include <tbb/task_scheduler_observer.h>
#endif

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace pipo {
namespace {

// More threads than this and than the machine's would do harm.
constexpr int kMostThreads = 1024;

// oneTBB lets tasks nest until half of this is used, whatever the thread's stack really is.
constexpr std::size_t kStack = std::size_t{4} << 20;

// The number of threads that this thread's loops use, as given to with_threads(); 0: none are
// started for them yet.
thread_local int shared_by_loops = 0;

class Shared {
 public:
  explicit Shared(int threads) : before_(std::exchange(shared_by_loops, threads)) {}
  ~Shared() { shared_by_loops = before_; }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

 private:
  int before_;
};

#ifdef __EMSCRIPTEN__

// A browser starts threads only while no code runs. So the module begins with its threads
// (wasm/CMakeLists.txt), and oneTBB takes them and keeps them. wasm/worker.js has the same number.
constexpr std::size_t kMostHelped = 8;
std::once_flag limited;
std::optional<tbb::global_control> limit;

// Has oneTBB take no more. It cannot be told before it has begun itself.
void limit_threads() {
  std::call_once(limited, [] {
    limit.emplace(tbb::global_control::max_allowed_parallelism,
                  std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostHelped));
  });
}

// Has the threads of an arena know that they share its loops. A thread that comes from another
// arena gets its number back from Shared, when it leaves.
class LoopsShare : public tbb::task_scheduler_observer {
 public:
  LoopsShare(tbb::task_arena& arena, int threads)
      : task_scheduler_observer(arena), threads_(threads) {
    observe(true);
  }
  ~LoopsShare() override { observe(false); }

 private:
  void on_scheduler_entry(bool /*worker*/) override { shared_by_loops = threads_; }
  void on_scheduler_exit(bool /*worker*/) override { shared_by_loops = 0; }

  int threads_;
};

void call_with_helpers(int threads, const std::function<void()>& f) {
  tbb::task_arena arena(threads);
  const Shared shared(threads);
  const LoopsShare share(arena, threads);
  arena.execute(f);
}

#else

void limit_threads() {}

// Threads that help once they are told how. Signals are blocked in them, so that they interrupt the
// thread that works.
class Helpers {
 public:
  // Starts up to `most` threads.
  explicit Helpers(int most) {
    threads_.reserve(static_cast<std::size_t>(most));
    pthread_attr_t attributes;
    if (most == 0 || pthread_attr_init(&attributes) != 0) return;
    pthread_attr_setstacksize(&attributes, kStack);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (pthread_t thread{}; count() < most; threads_.push_back(thread)) {
      if (pthread_create(&thread, &attributes, &run, this) != 0) break;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
  }

  // Waits until the threads have ended.
  ~Helpers() {
    go();
    for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
  }

  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  int count() const { return static_cast<int>(threads_.size()); }

  // Calls help() in each thread.
  void begin(std::function<void()> help) {
    help_ = std::move(help);
    go();
  }

 private:
  void go() {
    {
      const std::lock_guard lock(mutex_);
      begun_ = true;
    }
    begins_.notify_all();
  }

  static void* run(void* argument) {
    Helpers& helpers = *static_cast<Helpers*>(argument);
    {
      std::unique_lock lock(helpers.mutex_);
      helpers.begins_.wait(lock, [&] { return helpers.begun_; });
    }
    try {
      if (helpers.help_) helpers.help_();
    } catch (const std::exception&) {
      // There is no memory for this thread; the others do the work.
    }
    return nullptr;
  }

  std::mutex mutex_;
  std::condition_variable begins_;
  bool begun_ = false;
  std::function<void()> help_;
  std::vector<pthread_t> threads_;
};

// Calls f in an arena with a place for this thread and each helper, and none for oneTBB's threads.
// The helpers wait there for the end of f, which has them take up tasks of its loops.
void call_with_helpers(int threads, const std::function<void()>& f) {
  tbb::task_arena arena;
  tbb::task_group work;
  std::exception_ptr failure;
  Helpers helpers(threads - 1);
  const int places = helpers.count() + 1;
  arena.initialize(places, static_cast<unsigned>(places));
  const auto help = [&] {
    const Shared shared(threads);
    arena.execute([&] { work.wait(); });
  };
  const auto call = [&] {
    const Shared shared(threads);
    try {
      helpers.begin(help);
      f();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  arena.execute([&] { work.run_and_wait(call); });
  if (failure) std::rethrow_exception(failure);
}

#endif

// Calls f, whose loops use the threads of the call around it. They do not end with a loop around
// this call: when another of its iterations throws, oneTBB leaves out the rest of the loops in it,
// without a word, and f would go on with what they have not done.
void call_shared(const std::function<void()>& f) {
  tbb::task_group_context own(tbb::task_group_context::isolated);
  tbb::task_group work(own);
  std::exception_ptr failure;
  const auto call = [&] {
    try {
      f();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  tbb::this_task_arena::isolate([&] { work.run_and_wait(call); });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

void call_with_threads(int threads, const std::function<void()>& f) {
  limit_threads();
  const auto cores = static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  const int wanted = threads == 0 ? cores : std::min(threads, std::max(cores, kMostThreads));
  const bool shares = shared_by_loops > 0 && (threads == 0 || wanted == shared_by_loops);
  if (shares) {
    call_shared(f);
  } else {
    call_with_helpers(wanted, f);
  }
}

void call_in_parallel(const std::function<void()>& f) {
  if (shared_by_loops > 0) return f();
  call_with_threads(0, f);
}

int loop_threads() {
  return tbb::this_task_arena::max_concurrency();
}

int loop_thread() {
  return std::max(0, tbb::this_task_arena::current_thread_index());
}

void parallel_parts(std::size_t begin, std::size_t end, std::size_t least,
                    const std::function<void(std::size_t first, std::size_t end)>& f) {
  using Range = tbb::blocked_range<std::size_t>;
  if (begin >= end) return;
  call_in_parallel([&] {
    tbb::parallel_for(Range(begin, end, least),
                      [&](const Range& part) { f(part.begin(), part.end()); });
  });
}

void parallel_pipeline(std::size_t most, const std::function<std::shared_ptr<void>()>& make,
                       const std::function<void(void*)>& work,
                       const std::function<void(void*)>& hand_on) {
  using Thing = std::shared_ptr<void>;
  tbb::parallel_pipeline(
      most, tbb::make_filter<void, Thing>(tbb::filter_mode::serial_in_order,
                                          [&](tbb::flow_control& control) {
                                            Thing thing = make();
                                            if (!thing) control.stop();
                                            return thing;
                                          }) &
                tbb::make_filter<Thing, Thing>(tbb::filter_mode::parallel,
                                               [&](Thing thing) {
                                                 work(thing.get());
                                                 return thing;
                                               }) &
                tbb::make_filter<Thing, void>(tbb::filter_mode::serial_in_order,
                                              [&](const Thing& thing) { hand_on(thing.get()); }));
}

void call_isolated(const std::function<void()>& f) {
  tbb::this_task_arena::isolate(f);
}

void call_alone(const std::function<void()>& f) {
  tbb::task_arena(1).execute(f);
}

class TaskGroup::Tasks : public tbb::task_group {};

TaskGroup::TaskGroup() : tasks_(std::make_unique<Tasks>()) {}

TaskGroup::~TaskGroup() {
  try {
    wait();
  } catch (...) {
    // A caller that wants the failure has called wait().
  }
}

void TaskGroup::run(std::function<void()> task) {
  tasks_->run(std::move(task));
}

void TaskGroup::wait() {
  tasks_->wait();
}

}  // namespace pipo
