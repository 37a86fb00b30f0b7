#include "pipo/serve/jobs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "pipo/serve/service.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

constexpr std::ptrdiff_t kRemembered = 256;

// A client that has gone is noticed when something is written to it.
constexpr std::chrono::milliseconds kSign{5'000};

constexpr std::string_view kJob = "/api/v1/solve/";
constexpr std::string_view kEvents = "/events";

std::string job_text(const Job& job) {
  Json json{{"id", std::to_string(job.id)},
            {"position", to_string(job.position)},
            {"state", word(job.state)},
            {"way", nullptr},
            {"plan", nullptr},
            {"progress", nullptr},
            {"seconds", nullptr},
            {"answer", nullptr},
            {"problem", job.problem ? Json::parse(problem_text(*job.problem)) : Json()}};
  if (const auto& plan = job.plan) {
    json["plan"] = {{"values", plan->values}, {"memory", plan->memory}, {"seconds", plan->seconds}};
  }
  if (const auto& progress = job.progress) {
    json["progress"] = {{"layer", progress->layer},
                        {"done", progress->done},
                        {"total", progress->total},
                        {"seconds", progress->seconds}};
  }
  if (job.solution) {
    std::string answer;
    append_json(answer, job.solution->answer);
    json["way"] = word(job.solution->way);
    json["seconds"] = job.solution->seconds;
    json["answer"] = Json::parse(answer);
  }
  return json.dump();
}

// Reads the number of the job from the path, "/api/v1/solve/ID" or "/api/v1/solve/ID/events".
std::uint64_t job_asked(const Request& request) {
  std::string_view text = std::string_view(request.path).substr(kJob.size());
  if (text.ends_with(kEvents)) text.remove_suffix(kEvents.size());
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), id);
  if (error == std::errc() && end == text.end()) return id;
  throw Refusal(Kind::no_such_job, "there is no job {}", pipo::quoted(text));
}

}  // namespace

const char* word(JobState state) {
  constexpr std::array kWords = {"queued", "running", "done", "failed", "cancelled"};
  return kWords[static_cast<std::size_t>(state)];
}

Jobs::Jobs(const Solver& solver, const ServeLimits& limits)
    : solver_(solver),
      limits_(limits),
      followers_(std::make_shared<int>()),
      worker_(std::async(std::launch::async, [this] { work(); })) {}

std::shared_ptr<Job> Jobs::at(std::uint64_t id) const {
  const auto found = std::ranges::find(jobs_, id, &Job::id);
  require(found != jobs_.end(), Kind::no_such_job,
          "there is no job {}, or it ended long ago: ask for its position again", id);
  return *found;
}

Job Jobs::submit(const Position& position) {
  const std::lock_guard lock(mutex_);
  require(!ending_, Kind::ending, kEnding);
  const auto same = std::ranges::find_if(jobs_, [&](const auto& one) {
    const bool lost = one->state == JobState::failed || one->state == JobState::cancelled;
    return one->position == position && !lost;
  });
  if (same != jobs_.end()) return **same;
  require(limits_.jobs != 0, Kind::too_many_jobs,
          "nothing is solved here: start the server with more --jobs than 0");
  auto ended = std::ranges::count_if(jobs_, is_final, &Job::state);
  const std::uint64_t unfinished = jobs_.size() - ended;
  require(unfinished < limits_.jobs, Kind::too_many_jobs,
          "{} are being solved or wait for it, and no more are taken: ask again when one has "
          "ended, or cancel one",
          counted(unfinished, "position"));
  for (; ended > kRemembered; --ended) {
    jobs_.erase(std::ranges::find_if(jobs_, is_final, &Job::state));
  }
  Job& added = *jobs_.emplace_back(std::make_shared<Job>());
  added.id = ++last_id_;
  added.position = position;
  changed_.notify_all();
  return added;
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

Jobs::Follower Jobs::follow(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Job> job = at(id);
  const auto most = std::max<std::uint64_t>(1, limits_.connections / 2);
  require(static_cast<std::uint64_t>(followers_.use_count()) <= most, Kind::too_many_streams,
          "{} clients follow jobs, and no more are taken: ask for /api/v1/solve/{} now and then "
          "instead",
          most, id);
  // Copies of the function are the same follower.
  return
      [this, job = std::move(job), counted = std::make_shared<std::shared_ptr<void>>(followers_)](
          std::uint64_t change, std::chrono::milliseconds at_most) {
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

void Jobs::run(Job& solved) {
  SolverOptions options;
  options.memory = limits_.memory;
  options.seconds = static_cast<double>(limits_.seconds);
  options.planned = [&](const SweepPlan& plan) {
    change(solved, [&](Job& job) { job.plan = plan; });
  };
  options.progress = [&](const SweepProgress& progress) {
    change(solved, [&](Job& job) { job.progress = progress; });
  };
  options.stopped = [this] { return stopped_.load(); };
  std::optional<Problem> problem;
  try {
    Solution solution = solver_.solve(solved.position, options);
    return change(solved, [&](Job& job) {
      job.solution = std::move(solution);
      job.state = JobState::done;
    });
  } catch (const NoSpace& error) {
    // The position is too large for these limits: asking again would not help.
    problem = Problem{Kind::too_large, error.what()};
  } catch (const std::exception&) {
    problem = current_problem();
  }
  change(solved, [&](Job& job) {
    job.problem = std::move(problem);
    job.state = JobState::failed;
  });
}

Reply solve_reply(Service& service, const Request& request) {
  const Job job = service.jobs().submit(position_asked(request).game.position());
  Reply reply = json_reply(job_text(job), job.state == JobState::done ? 200 : 202);
  reply.headers["Location"] = fmt::format("{}{}", kJob, job.id);
  return reply;
}

Reply jobs_reply(Service& service, const Request&) {
  std::string list;
  for (const Job& job : service.jobs().all()) list += (list.empty() ? "" : ",") + job_text(job);
  return json_reply(fmt::format(R"({{"jobs":[{}]}})", list));
}

Reply job_reply(Service& service, const Request& request) {
  return json_reply(job_text(service.jobs().find(job_asked(request))));
}

Reply cancel_reply(Service& service, const Request& request) {
  return json_reply(job_text(service.jobs().cancel(job_asked(request))));
}

Reply events_reply(Service& service, const Request& request) {
  Reply reply;
  reply.type = "text/event-stream";
  // No change has this number, so the state at the beginning is told at once. Where there are no
  // changes, a sign of life is sent.
  reply.pieces = [next = service.jobs().follow(job_asked(request)),
                  told = ~std::uint64_t{0}](std::string& piece) mutable {
    const Job job = next(told, kSign);
    const char* name = is_final(job.state) ? word(job.state) : "progress";
    piece = job.change == told
                ? ": still at it\n\n"
                : fmt::format("event: {}\nid: {}\ndata: {}\n\n", name, job.change, job_text(job));
    told = job.change;
    return !is_final(job.state);
  };
  return reply;
}

}  // namespace pipo
