#include "pipo/serve/jobs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

constexpr std::ptrdiff_t kRemembered = 256;

bool has_ended(const Job& job) {
  return is_final(job.state);
}

// Returns the job with this number, which is writable if the list is.
template <typename List>
auto& job_in(List& jobs, std::uint64_t id) {
  const auto found = std::ranges::find(jobs, id, &Job::id);
  if (found != jobs.end()) return *found;
  throw Refusal(
      Kind::no_such_job,
      fmt::format("there is no job {}, or it ended long ago: ask for its position again", id));
}

}  // namespace

const char* word(JobState state) {
  constexpr std::array kWords = {"queued", "running", "done", "failed", "cancelled"};
  return kWords[static_cast<std::size_t>(state)];
}

Jobs::Jobs(const Tables& tables, const ServeLimits& limits)
    : tables_(tables),
      limits_(limits),
      followers_(std::make_shared<int>()),
      worker_([this] { work(); }) {}

Jobs::~Jobs() {
  end();
  worker_.join();
}

Job Jobs::submit(const Position& position) {
  const std::lock_guard lock(mutex_);
  if (ending_) throw Refusal(Kind::ending, "the server is ending: start it again, then ask again");
  const auto same = std::ranges::find_if(jobs_, [&](const Job& one) {
    const bool lost = one.state == JobState::failed || one.state == JobState::cancelled;
    return one.position == position && !lost;
  });
  if (same != jobs_.end()) return *same;
  if (limits_.jobs == 0) {
    throw Refusal(Kind::too_many_jobs,
                  "nothing is solved here: start the server with more --jobs than 0");
  }
  auto ended = std::ranges::count_if(jobs_, has_ended);
  if (const std::uint64_t unfinished = jobs_.size() - ended; unfinished >= limits_.jobs) {
    throw Refusal(
        Kind::too_many_jobs,
        fmt::format("{} are being solved or wait for it, and no more are taken: ask again "
                    "when one has ended, or cancel one",
                    counted(unfinished, "position")));
  }
  for (; ended > kRemembered; --ended) jobs_.erase(std::ranges::find_if(jobs_, has_ended));
  Job& added = jobs_.emplace_back();
  added.id = ++last_id_;
  added.position = position;
  changed_.notify_all();
  return added;
}

Job Jobs::find(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  return job_in(jobs_, id);
}

std::vector<Job> Jobs::all() const {
  const std::lock_guard lock(mutex_);
  return {jobs_.begin(), jobs_.end()};
}

Job Jobs::wait(std::uint64_t id, std::uint64_t change, std::chrono::milliseconds at_most) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, at_most, [&] { return job_in(jobs_, id).change != change; });
  return job_in(jobs_, id);
}

std::shared_ptr<void> Jobs::follow(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  (void)job_in(jobs_, id);
  const auto most = std::max<std::uint64_t>(1, limits_.connections / 2);
  if (static_cast<std::uint64_t>(followers_.use_count()) <= most) {
    return std::make_shared<std::shared_ptr<void>>(followers_);
  }
  throw Refusal(Kind::too_many_streams,
                fmt::format("{} clients follow jobs, and no more are taken: ask for "
                            "/api/v1/solve/{} now and then instead",
                            most, id));
}

Job Jobs::cancel(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  Job& one = job_in(jobs_, id);
  cancel(one);
  return one;
}

void Jobs::cancel(Job& job) {
  if (has_ended(job)) return;
  // The solver looks at this often, and ends in a moment; the client does not wait for that.
  if (job.state == JobState::running) stopped_ = true;
  job.state = JobState::cancelled;
  ++job.change;
  changed_.notify_all();
}

void Jobs::end() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  for (Job& one : jobs_) cancel(one);
  changed_.notify_all();
}

template <typename Change>
void Jobs::change(std::uint64_t id, Change&& apply) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(jobs_, id, &Job::id);
  if (found == jobs_.end() || has_ended(*found)) return;  // it was cancelled meanwhile
  apply(*found);
  ++found->change;
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
    next->state = JobState::running;
    ++next->change;
    stopped_ = false;
    changed_.notify_all();
    const Job begun = *next;
    lock.unlock();
    run(begun.id, begun.position);
    lock.lock();
  }
}

void Jobs::run(std::uint64_t id, const Position& position) {
  SolverOptions options;
  options.memory = limits_.memory;
  options.seconds = static_cast<double>(limits_.seconds);
  options.planned = [&](const SweepPlan& plan) { change(id, [&](Job& job) { job.plan = plan; }); };
  options.progress = [&](const SweepProgress& progress) {
    change(id, [&](Job& job) { job.progress = progress; });
  };
  options.stopped = [this] { return stopped_.load(); };
  std::optional<Problem> problem;
  try {
    Solution solution = Solver(tables_, std::move(options)).solve(position);
    return change(id, [&](Job& job) {
      job.solution = std::move(solution);
      job.state = JobState::done;
    });
  } catch (const NoSpace& error) {
    // The position is too large for these limits: asking again would not help.
    problem = Problem{Kind::too_large, error.what()};
  } catch (const std::exception&) {
    problem = current_problem();
  }
  change(id, [&](Job& job) {
    job.problem = std::move(problem);
    job.state = JobState::failed;
  });
}

}  // namespace pipo
