#include "pipo/serve/job_replies.hpp"

#include <fmt/core.h>

#include <atomic>
#include <charconv>
#include <chrono>

#include "pipo/serve/answers.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

// A client that has gone away is noticed when something is written to it.
constexpr std::chrono::milliseconds kSign{5'000};

Json plan_json(const SweepPlan& plan) {
  return {{"values", plan.values}, {"memory", plan.memory}, {"seconds", plan.seconds}};
}

Json progress_json(const SweepProgress& progress) {
  return {{"layer", progress.layer},
          {"done", progress.done},
          {"total", progress.total},
          {"seconds", progress.seconds}};
}

Json answer_json(const Answer& answer) {
  std::string text;
  append_json(text, answer);
  return Json::parse(text);
}

template <typename Value, typename Write>
Json or_null(const std::optional<Value>& value, Write&& write) {
  return value ? Json(write(*value)) : Json();
}

std::uint64_t parse_id(std::string_view text) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Refusal(Kind::no_such_job, fmt::format("there is no job {}", pipo::quoted(text)));
  }
  return id;
}

Reply job_reply(const Job& job, int status) {
  return passing_reply(job_json(job).dump(), status);
}

std::string event(const Job& job) {
  const char* name = is_final(job.state) ? word(job.state) : "progress";
  return fmt::format("event: {}\nid: {}\ndata: {}\n\n", name, job.change, job_json(job).dump());
}

// One that has been counted, until nobody follows any more.
class Follower {
 public:
  explicit Follower(std::shared_ptr<std::atomic<std::uint64_t>> count) : count_(std::move(count)) {}
  ~Follower() { --*count_; }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  std::optional<std::uint64_t> change;  // the last that was told
  std::chrono::steady_clock::time_point told;

 private:
  std::shared_ptr<std::atomic<std::uint64_t>> count_;
};

}  // namespace

Json job_json(const Job& job) {
  const auto& solution = job.solution;
  return {
      {"id", std::to_string(job.id)},
      {"position", to_string(job.position)},
      {"state", word(job.state)},
      {"way", or_null(solution, [](const Solution& one) { return word(one.way); })},
      {"plan", or_null(job.plan, plan_json)},
      {"progress", or_null(job.progress, progress_json)},
      {"seconds", or_null(solution, [](const Solution& one) { return one.seconds; })},
      {"answer", or_null(solution, [](const Solution& one) { return answer_json(one.answer); })},
      {"problem", or_null(job.problem, problem_json)}};
}

JobReplies::JobReplies(Jobs& jobs, std::uint64_t most_followers)
    : jobs_(jobs),
      followers_(std::make_shared<std::atomic<std::uint64_t>>(0)),
      most_followers_(most_followers) {}

Reply JobReplies::submitted(const Request& request) {
  allow_only(request, {"position", "notation", "score"});
  const Job job = jobs_.submit(position_asked(request).game.position);
  Reply reply = job_reply(job, job.state == JobState::done ? 200 : 202);
  reply.headers["Location"] = fmt::format("/api/v1/solve/{}", job.id);
  return reply;
}

Reply JobReplies::all(const Request& request) const {
  allow_only(request, {});
  Json list = Json::array();
  for (const Job& job : jobs_.all()) list.push_back(job_json(job));
  return passing_reply(Json{{"jobs", list}}.dump());
}

Reply JobReplies::one(const Request& request, const std::string& rest) {
  allow_only(request, {});
  constexpr std::string_view kEvents = "/events";
  if (rest.ends_with(kEvents)) {
    return events(parse_id(std::string_view(rest).substr(0, rest.size() - kEvents.size())));
  }
  const std::uint64_t id = parse_id(rest);
  return job_reply(request.method == "DELETE" ? jobs_.cancel(id) : jobs_.find(id), 200);
}

Reply JobReplies::events(std::uint64_t id) {
  (void)jobs_.find(id);
  if (++*followers_ > most_followers_) {
    --*followers_;
    throw Refusal(Kind::too_many_streams,
                  fmt::format("{} clients follow jobs, and no more are taken: ask for "
                              "/api/v1/solve/{} now and then instead",
                              most_followers_, id));
  }
  const auto follower = std::make_shared<Follower>(followers_);
  Reply reply;
  reply.type = "text/event-stream";
  keep_nowhere(reply);
  reply.news = [this](std::function<void()> tell) { return jobs_.follow(std::move(tell)); };
  reply.pieces = [this, id, follower](std::string& piece) {
    const auto now = std::chrono::steady_clock::now();
    const Job job = jobs_.find(id);
    if (job.change != follower->change) {
      piece = event(job);
    } else if (now - follower->told >= kSign) {
      piece = ": still at it\n\n";
    }
    if (!piece.empty()) follower->told = now;
    follower->change = job.change;
    return !is_final(job.state);
  };
  return reply;
}

}  // namespace pipo
