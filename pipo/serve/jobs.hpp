// Positions solved and games reviewed in the background, one after the other, since each may use
// all the memory and threads that the server is allowed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "pipo/serve/message.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/solver.hpp"
#include "solve/game_analysis.hpp"

namespace pipo {

// How much one server does for its clients.
struct ServeLimits {
  std::uint64_t body = std::uint64_t{16} << 20;  // bytes of a request's body
  std::uint64_t batch = 100'000;                 // positions of a batch
  std::uint64_t jobs = 8;                        // jobs that are running or waiting for it
  std::uint64_t memory = 0;                      // bytes for solving; 0: what the machine has
  std::uint64_t seconds = 300;                   // for a job
  std::uint64_t request_seconds = 1;             // for a request's position; 0: tables only
  std::uint64_t connections = 256;               // at a time; half of them may follow jobs
  std::uint64_t cache = std::uint64_t{1} << 30;  // bytes of tables kept in memory
};

enum class JobState { queued, running, done, failed, cancelled };

// "queued", "running", ...
const char* word(JobState state);

constexpr bool is_final(JobState state) {
  return state != JobState::queued && state != JobState::running;
}

// The state of a job at some moment.
struct Job {
  std::uint64_t id = 0;
  Position position{Board(1, 1), 0};
  std::optional<Game> game;  // to review; its last position is `position`
  double seconds = 0;        // time limit
  JobState state = JobState::queued;
  std::uint64_t change = 0;  // increases whenever anything below changes, or the state
  std::optional<SweepPlan> plan;
  std::optional<SweepProgress> progress;
  std::optional<Solution> solution;    // when it is done
  std::optional<AnalysedGame> review;  // of a game: what is known so far
  std::optional<Problem> problem;      // when it has failed
  std::optional<int> missing;          // then: edges to be drawn until the server can solve it

  // Tells whether more time would add nothing.
  bool complete() const { return solution || (review && review->unknown == 0); }
};

// Any thread may use it.
class Jobs {
 public:
  // Starts a thread. Solving stays within the memory and time of the limits, and shares what this
  // solver remembers.
  Jobs(const Solver& solver, const ServeLimits& limits);
  ~Jobs() { end(); }
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Returns the job of this position: an existing one that has not failed and has as much time,
  // else a new one. `seconds` is its time limit, if less than that of the server. Throws Refusal if
  // too many are unfinished, or if the server is ending.
  Job submit(const Position& position, std::optional<double> seconds = {}) {
    return submit(position, {}, seconds);
  }

  // The same for the review of a game.
  Job submit(const Game& game, std::optional<double> seconds = {}) {
    return submit(game.position(), game, seconds);
  }

  // The last 256 finished jobs are kept. For older ones and unknown ones these throw Refusal.
  Job find(std::uint64_t id) const;
  Job cancel(std::uint64_t id);
  std::vector<Job> all() const;

  // A client that waits for long holds such a place; there are half as many as connections. Throws
  // Refusal if none is free.
  std::shared_ptr<void> place() const;

  // Returns a function that waits until job.change differs from `change`, for a limited time, and
  // returns the job, also after the job has been forgotten. The function holds a place while it
  // lives. Throws Refusal if there is no such job or no place. The jobs must outlive the function.
  using Follower = std::function<Job(std::uint64_t change, std::chrono::milliseconds at_most)>;
  Follower follow(std::uint64_t id) const;

  // Cancels everything, and accepts no more.
  void end();

 private:
  std::shared_ptr<Job> at(std::uint64_t id) const;
  Job submit(const Position& position, const std::optional<Game>& game,
             std::optional<double> seconds);
  void cancel(Job& job);
  void work();
  void run(Job& job);
  SolverOptions limits_of(Job& job);
  void review(Job& job);
  void solve(Job& job);
  template <typename Change>
  void change(Job& job, Change&& apply);

  const Solver solver_;
  const ServeLimits limits_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<std::shared_ptr<Job>> jobs_;  // by id
  std::uint64_t last_id_ = 0;
  std::shared_ptr<void> places_;       // each place is a copy
  std::atomic<bool> stopped_ = false;  // the job that is being solved was cancelled
  bool ending_ = false;
  std::future<void> worker_;  // its end is waited for before the others are destroyed
};

}  // namespace pipo
