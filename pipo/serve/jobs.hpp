// Positions that are solved while somebody waits: one after the other, as each takes all the
// machine is allowed to give.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pipo/serve/limits.hpp"
#include "pipo/serve/problem.hpp"
#include "pipopipette/solver.hpp"

namespace pipo {

enum class JobState { queued, running, done, failed, cancelled };

// "queued", "running", ...
const char* word(JobState state);

constexpr bool is_final(JobState state) {
  return state != JobState::queued && state != JobState::running;
}

// What is known of a job at some moment.
struct Job {
  std::uint64_t id = 0;
  Position position{Board(1, 1), 0};
  JobState state = JobState::queued;
  std::uint64_t change = 0;  // another number whenever something has become known
  std::optional<SweepPlan> plan;
  std::optional<SweepProgress> progress;
  std::optional<Solution> solution;  // when it is done
  std::optional<Problem> problem;    // when it has failed
};

class Jobs {
 public:
  // `tables` must outlive the jobs. Starts a thread. What is solved takes no more memory and time
  // than the limits say.
  Jobs(const Tables& tables, const ServeLimits& limits);
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // The job of this position: the one there is, if that has not failed, else a new one. Throws
  // Refusal if as many as are allowed are waiting, or when all is ending.
  Job submit(const Position& position);

  // Of those that have ended the last 256 are remembered. All others throw Refusal.
  Job find(std::uint64_t id) const;
  Job cancel(std::uint64_t id);
  std::vector<Job> all() const;

  // Calls `tell`, which must not call back, whenever something has become known of a job, as long
  // as the returned object lives.
  std::shared_ptr<void> follow(std::function<void()> tell);

  // Cancels everything, and takes no more. Any thread.
  void end();

 private:
  struct Entry;
  using Entries = std::vector<std::shared_ptr<Entry>>;

  const std::shared_ptr<Entry>& entry(std::uint64_t id) const;
  void work();
  void run(const std::shared_ptr<Entry>& entry);
  template <typename Change>
  void change(Entry& entry, Change&& apply);
  void forget_old();
  void tell();

  const Tables& tables_;
  const ServeLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Entries entries_;  // by id
  std::deque<std::shared_ptr<Entry>> waiting_;
  std::uint64_t last_id_ = 0;
  std::vector<std::weak_ptr<std::function<void()>>> followers_;
  bool ending_ = false;
  std::thread worker_;
};

}  // namespace pipo
