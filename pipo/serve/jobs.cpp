#include "pipo/serve/jobs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "probe/base/human_numbers.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"

namespace pipo {

const char* word(JobState state) {
  constexpr std::array kWords = {"queued", "running", "done", "failed", "cancelled"};
  return kWords[static_cast<std::size_t>(state)];
}

Jobs::Jobs(const Solver& solver, const JobLimits& limits, Clients& clients)
    : solver_(solver),
      limits_(limits),
      clients_(clients),
      worker_(std::async(std::launch::async, [this] { work(); })) {}

std::shared_ptr<Job> Jobs::at(std::uint64_t id) const {
  const auto found = std::ranges::find(jobs_, id, &Job::id);
  if (found != jobs_.end()) return *found;
  throw NoSuchJob(
      fmt::format("there is no job {}, or it ended long ago: ask for its position again", id));
}

Job Jobs::submit(const Position& position, const std::optional<Game>& game,
                 std::optional<double> seconds, const std::string& client) {
  Job asked;
  asked.position = position;
  asked.game = game;
  asked.seconds = seconds.value_or(static_cast<double>(limits_.seconds));
  const std::lock_guard lock(mutex_);
  if (ending_) throw Stopped("no more jobs are taken");
  const auto same = std::ranges::find_if(jobs_, [&](const auto& one) {
    const bool lost = one->state == JobState::failed || one->state == JobState::cancelled;
    const bool enough = one->complete() || one->seconds >= asked.seconds;
    return one->position == asked.position && one->game == asked.game && enough && !lost;
  });
  if (same != jobs_.end()) return **same;
  check_room();
  asked.client = client;
  asked.place = clients_.hold(client, PlaceOf::jobs, limits_.jobs);
  auto ended = std::ranges::count_if(jobs_, is_final, &Job::state);
  constexpr std::ptrdiff_t kRemembered = 256;
  for (; ended > kRemembered; --ended) {
    jobs_.erase(std::ranges::find_if(jobs_, is_final, &Job::state));
  }
  asked.id = ++last_id_;
  const Job& added = *jobs_.emplace_back(std::make_shared<Job>(std::move(asked)));
  changed_.notify_all();
  return added;
}

// Throws TooManyJobs unless one more may run.
void Jobs::check_room() const {
  const auto ended = std::ranges::count_if(jobs_, is_final, &Job::state);
  const std::uint64_t unfinished = jobs_.size() - ended + places_;
  if (unfinished < limits_.jobs) return;
  throw TooManyJobs(fmt::format(
      "{} are running or queued, which is the limit: ask again when one has ended, or cancel one",
      counted(unfinished, "job")));
}

std::shared_ptr<void> Jobs::place(const std::string& client) {
  const std::lock_guard lock(mutex_);
  check_room();
  auto held = clients_.hold(client, PlaceOf::jobs, limits_.jobs);
  ++places_;
  return {nullptr, [this, held = std::move(held)](void*) {
            const std::lock_guard again(mutex_);
            --places_;
          }};
}

Job Jobs::find(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  return *at(id);
}

std::vector<Job> Jobs::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Job> all;
  for (const auto& one : jobs_) all.push_back(*one);
  return all;
}

JobCounts Jobs::counts() const {
  const std::lock_guard lock(mutex_);
  JobCounts counts{};
  for (const auto& one : jobs_) ++counts.at(static_cast<std::size_t>(one->state));
  counts.at(static_cast<std::size_t>(JobState::running)) += places_;
  return counts;
}

Jobs::Follower Jobs::follow(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  return [this, job = at(id)](std::uint64_t change, std::chrono::milliseconds at_most) {
    std::unique_lock waiting(mutex_);
    changed_.wait_for(waiting, at_most, [&] { return job->change != change; });
    return *job;
  };
}

Job Jobs::cancel(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Job> one = at(id);
  cancel(*one);
  return *one;
}

void Jobs::cancel(Job& job) {
  if (is_final(job.state)) return;
  // The solver looks at this often, and ends in a moment; the client does not wait for that.
  if (job.state == JobState::running) stopped_ = true;
  job.state = JobState::cancelled;
  job.place.reset();
  ++job.change;
  changed_.notify_all();
}

void Jobs::end() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  for (const auto& one : jobs_) cancel(*one);
  changed_.notify_all();
}

template <typename Change>
void Jobs::change(Job& job, Change&& apply) {
  const std::lock_guard lock(mutex_);
  if (is_final(job.state)) return;  // it was cancelled meanwhile
  apply(job);
  if (is_final(job.state)) job.place.reset();
  ++job.change;
  changed_.notify_all();
}

void Jobs::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    auto next = jobs_.end();
    changed_.wait(lock, [&] {
      next = std::ranges::find(jobs_, JobState::queued, &Job::state);
      return ending_ || next != jobs_.end();
    });
    if (ending_) return;
    const std::shared_ptr<Job> job = *next;
    job->state = JobState::running;
    ++job->change;
    stopped_ = false;
    changed_.notify_all();
    lock.unlock();
    run(*job);
    lock.lock();
  }
}

SolverOptions Jobs::limits_of(Job& job) {
  SolverOptions options;
  options.memory = limits_.memory;
  options.seconds = job.seconds;
  options.planned = [&](const SweepPlan& plan) { change(job, [&](Job& now) { now.plan = plan; }); };
  options.progress = [&](const SweepProgress& progress) {
    change(job, [&](Job& now) { now.progress = progress; });
  };
  options.stopped = [this] { return stopped_.load(); };
  return options;
}

void Jobs::solve(Job& job, const SolverOptions& limits) {
  Attempt known = solver_.try_solve(job.position, limits);
  if (known.solution) {
    return change(job, [&](Job& now) {
      now.solution = std::move(known.solution);
      now.state = JobState::done;
    });
  }
  const Budget most(limits_.memory, static_cast<double>(limits_.seconds), {});
  const auto missing = edges_missing(job.position, most);
  const bool more_time = job.seconds < static_cast<double>(limits_.seconds);
  const std::string remedy = remedy_of(job.position, more_time, missing, most, kMoreLimits);
  change(job, [&](Job& now) {
    now.missing = missing;
    now.failure = {ErrorCode::out_of_time,
                   known.waited ? known.why_not : facts_of(known) + "; " + remedy};
    now.state = JobState::failed;
  });
}

void Jobs::review(Job& job, const SolverOptions& limits) {
  const auto known = [&](JobState state) {
    return [this, &job, state](const AnalysedGame& game) {
      auto copy = std::make_shared<const AnalysedGame>(game);  // while clients need not wait
      change(job, [&](Job& now) {
        now.review = std::move(copy);
        now.state = state;
      });
    };
  };
  known(JobState::done)(analyse_game(*job.game, solver_, limits, known(JobState::running)));
}

void Jobs::run(Job& job) {
  const Charge charge(clients_, job.client);
  SolverOptions limits = limits_of(job);
  limits.waited = charge.waited();
  try {
    job.game ? review(job, limits) : solve(job, limits);
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    change(job, [&](Job& now) {
      now.failure = failure;
      now.state = JobState::failed;
    });
  }
}

}  // namespace pipo
