#include <fmt/core.h>

#include <charconv>

#include "pipo/serve/answers.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

// A client that has gone is noticed when something is written to it.
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

Json job_json(const Job& job) {
  Json json{{"id", std::to_string(job.id)},
            {"position", to_string(job.position)},
            {"state", word(job.state)},
            {"way", nullptr},
            {"plan", job.plan ? plan_json(*job.plan) : Json()},
            {"progress", job.progress ? progress_json(*job.progress) : Json()},
            {"seconds", nullptr},
            {"answer", nullptr},
            {"problem", job.problem ? Json::parse(problem_text(*job.problem)) : Json()}};
  if (job.solution) {
    std::string answer;
    append_json(answer, job.solution->answer);
    json["way"] = word(job.solution->way);
    json["seconds"] = job.solution->seconds;
    json["answer"] = Json::parse(answer);
  }
  return json;
}

std::uint64_t parse_id(std::string_view text) {
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), id);
  if (error != std::errc() || end != text.end()) {
    throw Refusal(Kind::no_such_job, fmt::format("there is no job {}", pipo::quoted(text)));
  }
  return id;
}

std::string event(const Job& job) {
  const char* name = is_final(job.state) ? word(job.state) : "progress";
  return fmt::format("event: {}\nid: {}\ndata: {}\n\n", name, job.change, job_json(job).dump());
}

// Streams the changes of a job, and a sign of life where there are none.
Reply events(const Jobs& jobs, std::uint64_t id) {
  Reply reply;
  reply.type = "text/event-stream";
  // No change has this number, so the state at the beginning is told at once.
  reply.pieces = [next = jobs.follow(id), told = ~std::uint64_t{0}](std::string& piece) mutable {
    const Job job = next(told, kSign);
    piece = job.change == told ? std::string(": still at it\n\n") : event(job);
    told = job.change;
    return !is_final(job.state);
  };
  return reply;
}

}  // namespace

Reply submitted_reply(Jobs& jobs, const Request& request) {
  allow_only(request, {"position", "notation", "score"});
  const Job job = jobs.submit(position_asked(request).game.position);
  Reply reply = json_reply(job_json(job).dump(), job.state == JobState::done ? 200 : 202);
  reply.headers["Location"] = fmt::format("/api/v1/solve/{}", job.id);
  return reply;
}

Reply jobs_reply(const Jobs& jobs, const Request& request) {
  allow_only(request, {});
  Json list = Json::array();
  for (const Job& job : jobs.all()) list.push_back(job_json(job));
  return json_reply(Json{{"jobs", list}}.dump());
}

Reply job_reply(Jobs& jobs, const Request& request, std::string_view rest) {
  allow_only(request, {});
  constexpr std::string_view kEvents = "/events";
  const bool follows = rest.ends_with(kEvents);
  if (follows) rest.remove_suffix(kEvents.size());
  const std::uint64_t id = parse_id(rest);
  if (follows) return events(jobs, id);
  const Job job = request.method == "DELETE" ? jobs.cancel(id) : jobs.find(id);
  return json_reply(job_json(job).dump());
}

}  // namespace pipo
