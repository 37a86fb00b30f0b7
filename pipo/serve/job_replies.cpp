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
