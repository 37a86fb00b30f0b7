#include "pipo/serve/jobs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>

#include "pipopipette/error.hpp"
#include "probe/base/counted.hpp"

namespace pipo {
namespace {

constexpr std::size_t kRemembered = 256;

}  // namespace

struct Jobs::Entry {
  Job job;
  std::atomic<bool> cancelled = false;
};

const char* word(JobState state) {
  switch (state) {
    case JobState::queued:
      return "queued";
    case JobState::running:
      return "running";
    case JobState::done:
      return "done";
    case JobState::failed:
      return "failed";
    case JobState::cancelled:
      break;
  }
  return "cancelled";
}

Jobs::Jobs(const Tables& tables, const ServeLimits& limits)
    : tables_(tables), limits_(limits), worker_([this] { work(); }) {}

Jobs::~Jobs() {
  end();
  worker_.join();
}

Job Jobs::submit(const Position& position) {
  const std::lock_guard lock(mutex_);
  if (ending_) throw Refusal(Kind::ending, "the server is ending: start it again, then ask again");
  std::uint64_t unfinished = 0;
  for (const auto& one : entries_) {
    const Job& job = one->job;
    const bool lost = job.state == JobState::failed || one->cancelled;
    if (job.position == position && !lost) return job;
    if (!is_final(job.state)) ++unfinished;
  }
  if (limits_.jobs == 0) {
    throw Refusal(Kind::too_many_jobs,
                  "nothing is solved here: start the server with more --jobs than 0");
  }
  if (unfinished >= limits_.jobs) {
    throw Refusal(
        Kind::too_many_jobs,
        fmt::format("{} are being solved or wait for it, and no more are taken: ask again "
                    "when one has ended, or cancel one",
                    counted(unfinished, "position")));
  }
  auto added = std::make_shared<Entry>();
  added->job.id = ++last_id_;
  added->job.position = position;
  entries_.push_back(added);
  waiting_.push_back(added);
  forget_old();
  tell();
  return added->job;
}

// The oldest that have ended.
void Jobs::forget_old() {
  auto ended =
      std::ranges::count_if(entries_, [](const auto& one) { return is_final(one->job.state); });
  std::erase_if(entries_, [&](const auto& one) {
    if (!is_final(one->job.state) || ended <= static_cast<std::ptrdiff_t>(kRemembered))
      return false;
    --ended;
    return true;
  });
}

const std::shared_ptr<Jobs::Entry>& Jobs::entry(std::uint64_t id) const {
  const auto found =
      std::ranges::find_if(entries_, [id](const auto& one) { return one->job.id == id; });
  if (found == entries_.end()) {
    throw Refusal(
        Kind::no_such_job,
        fmt::format("there is no job {}, or it ended long ago: ask for its position again", id));
  }
  return *found;
}

Job Jobs::find(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  return entry(id)->job;
}

std::vector<Job> Jobs::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Job> jobs;
  jobs.reserve(entries_.size());
  for (const auto& one : entries_) jobs.push_back(one->job);
  return jobs;
}

Job Jobs::cancel(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  Entry& one = *entry(id);
  if (is_final(one.job.state)) return one.job;
  one.cancelled = true;
  std::erase_if(waiting_, [id](const auto& other) { return other->job.id == id; });
  // One that runs is told so, and comes to its end in a moment; nobody has to wait for that.
  one.job.state = JobState::cancelled;
  ++one.job.change;
  tell();
  return one.job;
}

std::shared_ptr<void> Jobs::follow(std::function<void()> tell) {
  const auto follower = std::make_shared<std::function<void()>>(std::move(tell));
  const std::lock_guard lock(mutex_);
  followers_.push_back(follower);
  return follower;
}

// Tells the thread and all followers that something has changed.
void Jobs::tell() {
  changed_.notify_all();
  std::erase_if(followers_, [](const auto& one) {
    const auto follower = one.lock();
    if (follower) (*follower)();
    return !follower;
  });
}

void Jobs::end() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  for (const auto& one : entries_) {
    if (is_final(one->job.state)) continue;
    one->cancelled = true;
    one->job.state = JobState::cancelled;
    ++one->job.change;
  }
  waiting_.clear();
  tell();
}

template <typename Change>
void Jobs::change(Entry& entry, Change&& apply) {
  const std::lock_guard lock(mutex_);
  if (is_final(entry.job.state)) return;  // it was cancelled meanwhile
  apply(entry.job);
  ++entry.job.change;
  tell();
}

void Jobs::work() {
  for (;;) {
    std::shared_ptr<Entry> next;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (ending_) return;
      next = waiting_.front();
      waiting_.pop_front();
    }
    run(next);
  }
}

void Jobs::run(const std::shared_ptr<Entry>& entry) {
  Entry& one = *entry;
  change(one, [](Job& job) { job.state = JobState::running; });
  SolverOptions options;
  options.memory = limits_.memory;
  options.seconds = static_cast<double>(limits_.seconds);
  options.planned = [&](const SweepPlan& plan) { change(one, [&](Job& job) { job.plan = plan; }); };
  options.progress = [&](const SweepProgress& progress) {
    change(one, [&](Job& job) { job.progress = progress; });
  };
  options.stopped = [&one] { return one.cancelled.load(); };
  try {
    const Position position = one.job.position;  // it never changes
    Solution solution = Solver(tables_, std::move(options)).solve(position);
    change(one, [&](Job& job) {
      job.solution = std::move(solution);
      job.state = JobState::done;
    });
  } catch (const NoSpace& error) {
    // Asking again would not help: it is the position that is too large for these limits.
    change(one, [&](Job& job) {
      job.problem = Problem{Kind::too_large, error.what()};
      job.state = JobState::failed;
    });
  } catch (const std::exception&) {
    change(one, [problem = current_problem()](Job& job) {
      job.problem = problem;
      job.state = JobState::failed;
    });
  }
}

}  // namespace pipo
