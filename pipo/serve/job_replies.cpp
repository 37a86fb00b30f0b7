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
  Json moves = Json::array();
  for (const int edge : game.moves()) moves.push_back(edge_name(game.board(), edge));
  Position start = game.position();
  for (const int edge : game.moves()) start.drawn &= ~(EdgeSet{1} << edge);
  return {{"start", to_string(start)}, {"moves", moves}};
}

std::string job_text(const Job& job) {
  Json json{{"id", std::to_string(job.id)},
            {"position", to_string(job.position)},
            {"game", job.game ? game_json(*job.game) : Json()},
            {"state", word(job.state)},
            {"way", nullptr},
            {"plan", nullptr},
            {"progress", nullptr},
            {"seconds", nullptr},
            {"answer", nullptr},
            {"review", job.review ? Json::parse(review_json(*job.review)) : Json()},
            {"problem", job.problem ? Json::parse(problem_text(*job.problem)) : Json()},
            {"missing_edges", job.missing ? Json(*job.missing) : Json()}};
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
  const std::string score = parameter(request, "score");
  if (start.empty() && score.empty()) return read;
  const Position first = start.empty() ? Position{read.board(), 0} : parse_position(start);
  if (first.board != read.board()) {
    throw BadInput(fmt::format("the game is on {}, and its start on {}", read.board().name(),
                               first.board.name()));
  }
  Game game = started(
      first,
      {.turn = 0, .score = score.empty() ? std::nullopt : std::optional(parse_score(score))});
  for (const int edge : read.moves()) game.play(edge);
  return game;
}

// Starts the job of this position or game, or finds the existing one.
template <typename Asked>
Reply submitted(Service& service, const Request& request, const Asked& asked) {
  const double most = static_cast<double>(service.limits().seconds);
  const Job job = service.jobs().submit(asked, time_asked(service, request, most));
  Reply reply = json_reply(job_text(job), job.state == JobState::done ? 200 : 202);
  reply.headers["Location"] = fmt::format("/api/v1/solve/{}", job.id);
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
