// Positions solved and games reviewed in the background, one after the other, since each may use
// all the memory and threads that are allowed.
#pragma once

#include <array>
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

#include "pipo/serve/clients.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/solver.hpp"
#include "probe/base/failure.hpp"
#include "solve/game_analysis.hpp"
#include "solve/limits.hpp"

namespace pipo {

struct JobLimits {
  std::uint64_t jobs = 8;       // the most that may be running or queued
  std::uint64_t memory = 0;     // bytes for solving; 0: what the machine has
  std::uint64_t seconds = 300;  // for a job
};

// The remedy for a position beyond the limits of the server.
constexpr const char* kMoreLimits = "start the server with more --memory or --time";

struct TooManyJobs : Busy {
  using Busy::Busy;
};

struct NoSuchJob : BadInput {
  using BadInput::BadInput;
};

enum class JobState { queued, running, done, failed, cancelled };

// "queued", "running", ...
const char* word(JobState state);

// The number of jobs by state.
using JobCounts = std::array<std::uint64_t, 5>;

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
  std::optional<Solution> solution;            // when it is done
  std::shared_ptr<const AnalysedGame> review;  // of a game: what is known so far
  std::optional<Failure> failure;              // when it has failed
  std::optional<int> missing;                  // then: edges to be drawn until it can be solved
  std::string client;                          // who asked first
  std::shared_ptr<void> place;                 // of the client, until it has ended

  // Returns whether more time would add nothing.
  bool complete() const { return solution || (review && review->unknown == 0); }
};

// Any thread may use it.
class Jobs {
 public:
  // Starts a thread. Solving stays within the memory and time of the limits, and shares what this
  // solver remembers. It counts as work for the clients, which must outlive this.
  Jobs(const Solver& solver, const JobLimits& limits, Clients& clients);
  ~Jobs() { end(); }
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Returns the job of this position: an existing one that has neither failed nor been cancelled,
  // and that is complete or has at least this time limit, else a new one. `seconds` is the time
  // limit, by default that of the limits. Throws TooManyJobs, Refusal if this client has too many,
  // and Stopped after the end.
  Job submit(const Position& position, std::optional<double> seconds = {},
             const std::string& client = {}) {
    return submit(position, {}, seconds, client);
  }

  // The same for the review of a game.
  Job submit(const Game& game, std::optional<double> seconds = {}, const std::string& client = {}) {
    return submit(game.position(), game, seconds, client);
  }

  // Returns a place among the jobs that may be unfinished, for work of the same kind that is not a
  // job. The holder counts as a running job. Throws TooManyJobs and Refusal. The jobs must outlive
  // it.
  std::shared_ptr<void> place(const std::string& client);

  // The last 256 finished jobs are kept. For older ones and unknown ones these throw NoSuchJob.
  Job find(std::uint64_t id) const;
  Job cancel(std::uint64_t id);
  std::vector<Job> all() const;
  JobCounts counts() const;

  // Returns a function that waits until job.change differs from `change`, for a limited time, and
  // returns the job, even after the job has been forgotten. Throws NoSuchJob. The jobs must outlive
  // the function.
  using Follower = std::function<Job(std::uint64_t change, std::chrono::milliseconds at_most)>;
  Follower follow(std::uint64_t id) const;

  // Cancels everything, and accepts no more.
  void end();

 private:
  std::shared_ptr<Job> at(std::uint64_t id) const;
  Job submit(const Position& position, const std::optional<Game>& game,
             std::optional<double> seconds, const std::string& client);
  void check_room() const;
  void cancel(Job& job);
  void work();
  void run(Job& job);
  SolverOptions limits_of(Job& job);
  void review(Job& job, const SolverOptions& limits);
  void solve(Job& job, const SolverOptions& limits);
  template <typename Change>
  void change(Job& job, Change&& apply);

  const Solver solver_;
  const JobLimits limits_;
  Clients& clients_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<std::shared_ptr<Job>> jobs_;  // by id
  std::uint64_t last_id_ = 0;
  std::uint64_t places_ = 0;
  std::atomic<bool> stopped_ = false;  // the job that is being solved was cancelled
  bool ending_ = false;
  std::future<void> worker_;  // last: its destructor waits before the others' run
};

}  // namespace pipo
