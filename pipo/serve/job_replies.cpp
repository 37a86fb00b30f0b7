// The answers about jobs, and the events that clients follow.
#include <fmt/core.h>

#include "pipo/serve/service.hpp"
#include "pipo/words/analysis.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

// A client that has gone is noticed when something is written to it.
constexpr std::chrono::milliseconds kSign{5'000};

Json game_json(const Game& game) {
  Position start = game.position();
  for (const int edge : game.moves()) start.drawn.erase(edge);
  return {{"start", to_string(start)},
          {"moves", Json::parse(edges_json(game.board(), game.moves()))}};
}

Json job_json(const Job& job) {
  const auto& plan = job.plan;
  const auto& progress = job.progress;
  const auto& solution = job.solution;
  std::string answer;
  if (solution) append_json(answer, solution->answer);
  return {{"id", std::to_string(job.id)},
          {"position", to_string(job.position)},
          {"game", job.game ? game_json(*job.game) : Json()},
          {"state", word(job.state)},
          {"by", solution ? Json(word(solution->way)) : Json()},
          {"plan", plan ? Json{{"values", plan->values},
                               {"memory_bytes", plan->memory},
                               {"seconds", plan->seconds}}
                        : Json()},
          {"progress", progress ? Json{{"layer", progress->layer},
                                       {"done", progress->done},
                                       {"total", progress->total},
                                       {"seconds", progress->seconds}}
                                : Json()},
          {"seconds", solution ? Json(solution->seconds) : Json()},
          {"answer", solution ? Json::parse(answer) : Json()},
          {"review", job.review ? Json::parse(review_json(*job.review)) : Json()},
          {"problem", job.failure ? Json::parse(problem_text(problem_of(*job.failure))) : Json()},
          {"missing_edges", job.missing ? Json(*job.missing) : Json()}};
}

// Returns the number of the job that the path names.
std::uint64_t job_asked(const Request& request) {
  const auto id = parsed_number<std::uint64_t>(request.argument);
  require(id.has_value(), Kind::no_such_job, "there is no job {}", pipo::quoted(request.argument));
  return *id;
}

// Returns the game of the body or of the parameter `game`, from the position `start` on.
Game game_asked(const Request& request) {
  check_text_body(request);
  const std::string in_parameter = parameter(request, "game");
  if (!request.body.empty() && !in_parameter.empty()) {
    throw BadInput("the game is in the body and in the parameter: give it once");
  }
  const std::string text = request.body.empty() ? in_parameter : request.body;
  if (text.empty())
    throw BadInput("there is no game: send it as the body, or give it as ?game=...");
  const std::string named = parameter(request, "notation");
  const Game read = read_as(
      {named.empty() ? std::string(kAnyNotation) : named, flag(request, "ordered"), {}}, text);
  if (!read.in_order()) {
    throw BadInput(
        "this is a position without the order of its moves, and a review needs that; if the edges "
        "are listed in order of play, add ordered=true");
  }
  const std::string start = parameter(request, "start");
  const std::string score = parameter(request, "start_score");
  if (start.empty() && score.empty()) return read;
  Standing standing{.turn = 0, .score = {}};
  if (!score.empty()) standing.score = parse_score(score);
  return replayed(read, start.empty() ? Position{read.board(), 0} : parse_position(start),
                  standing);
}

// Starts the job of this position or game, or finds the existing one.
template <typename Asked>
Reply submitted(Service& service, const Request& request, const Asked& asked) {
  const double most = static_cast<double>(service.limits().seconds);
  const double seconds = seconds_asked(request, "time", most, most);
  require(service.limits().jobs != 0, Kind::no_jobs,
          "nothing is solved here: start the server with more --jobs than 0");
  const Job job = service.jobs().submit(asked, seconds);
  Reply reply = json_reply(job_json(job).dump(), job.state == JobState::done ? 200 : 202);
  reply.headers["Location"] = fmt::format("/api/v1/jobs/{}", job.id);
  return reply;
}

}  // namespace

Reply solve_reply(Service& service, const Request& request) {
  return submitted(service, request, position_asked(request).game.position());
}

Reply review_reply(Service& service, const Request& request) {
  return submitted(service, request, game_asked(request));
}

Reply jobs_reply(Service& service, const Request&) {
  Json jobs = Json::array();
  for (const Job& job : service.jobs().all()) jobs.push_back(job_json(job));
  return json_reply(Json{{"jobs", jobs}}.dump());
}

Reply job_reply(Service& service, const Request& request) {
  return json_reply(job_json(service.jobs().find(job_asked(request))).dump());
}

Reply cancel_reply(Service& service, const Request& request) {
  return json_reply(job_json(service.jobs().cancel(job_asked(request))).dump());
}

Reply events_reply(Service& service, const Request& request) {
  // No change has this number, so the first state is sent at once. While nothing changes, a comment
  // is sent from time to time.
  auto pieces = [next = service.jobs().follow(job_asked(request)), place = service.place(),
                 told = ~std::uint64_t{0}](std::string& piece) mutable {
    const Job job = next(told, kSign);
    const char* name = is_final(job.state) ? word(job.state) : "progress";
    piece = job.change == told ? ": still at it\n\n"
                               : fmt::format("event: {}\nid: {}\ndata: {}\n\n", name, job.change,
                                             job_json(job).dump());
    told = job.change;
    return !is_final(job.state);
  };
  return {.type = "text/event-stream", .pieces = std::move(pieces)};
}

}  // namespace pipo
