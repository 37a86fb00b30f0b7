// Runs the tasks that every rank is dealt, rank 0 included, with the rank's threads and memory.
//
// One thread computes and encodes, one announces what will be read, and one lends. None holds up
// another. Messages are answered at once, but on rank 0 not while it writes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "generator/cluster/messages.hpp"
#include "generator/cluster/ranks.hpp"
#include "generator/run/generate.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {

// A thread that runs jobs one after the other, in the order in which they are added.
class JobThread {
 public:
  using Job = std::function<void()>;
  // Runs the given loop, inside whatever setup the thread needs.
  using Inside = std::function<void(const std::function<void()>& loop)>;

  // Jobs must not throw.
  explicit JobThread(Inside inside = [](const auto& loop) { loop(); })
      : thread_([this, inside = std::move(inside)] { inside([this] { work(); }); }) {}

  // Waits for the running job; the others are not begun.
  ~JobThread() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void add(Job job) {
    {
      const std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
  }

  // Removes the jobs that have not begun.
  void clear() {
    const std::lock_guard lock(mutex_);
    jobs_.clear();
  }

  // Waits for all jobs added so far.
  void finish() {
    std::promise<void> done;
    add([&done] { done.set_value(); });
    done.get_future().wait();
  }

  // Seconds without a job so far; call it from jobs only.
  double idle_seconds() const { return idle_; }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      const double began = steady_seconds();
      changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      if (ending_) return;
      idle_ += steady_seconds() - began;
      const Job job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool ending_ = false;
  double idle_ = 0;
  std::thread thread_;
};

class RankRun;

class RankWorker {
 public:
  // `ranks` must outlive the worker.
  RankWorker(Ranks& ranks, const GenerateOptions& options);
  ~RankWorker();

  // Handles a message without waiting for anything.
  void handle(const MessageBytes& message);

  // Call it after `ready`, and before the end of the attempt.
  SweepTables tables() const;

 private:
  template <typename Work>
  JobThread::Job guarded(std::uint32_t attempt, Work work);
  void begin(const Begin& begin);
  void stop();

  Ranks& ranks_;
  const GenerateOptions options_;
  std::atomic<std::uint32_t> attempt_ = 0;  // the current attempt; 0: none
  std::shared_ptr<RankRun> run_;            // set by jobs of computing_
  double idle_before_ = 0;                  // computing_'s idle seconds before this attempt
  JobThread computing_;
  JobThread prefetching_;
  JobThread lending_;
};

}  // namespace pipo
