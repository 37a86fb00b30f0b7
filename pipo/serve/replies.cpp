// Answers requests: about one position, the lines of a batch, games to convert, and jobs.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "answers/analysis.hpp"
#include "answers/convert.hpp"
#include "answers/explained.hpp"
#include "answers/line.hpp"
#include "answers/values.hpp"
#include "pipo/serve/line_answers.hpp"
#include "pipo/serve/service.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "player/player.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "solve/edges_missing.hpp"
#include "solve/remedied.hpp"
#include "solve/shared_time.hpp"
#include "solve/way.hpp"

namespace pipo {

namespace {

// Values never change; after this many seconds a client asks whether the tables are still the same.
constexpr int kKeepSeconds = 86'400;

// A table, or more time, may give an answer tomorrow that theory or rules of thumb give today.
constexpr int kAskAgain = 0;

// Returns how to read positions: by the parameters `notation`, which must be one with a position a
// line, and `mover_score`.
ReadOptions read_options_asked(const Request& request) {
  ReadOptions reading;
  if (const std::string name = parameter(request, "notation"); !name.empty()) {
    const bool line = name == kAnyNotation || notation(name).form != NotationForm::file;
    require(line, ProblemKind::bad_input,
            "{0} is a file of several lines: send it with POST to /api/v1/convert?from={0}, and "
            "ask for the position that tells",
            name);
    reading.notation = name;
  }
  const std::string score = parameter(request, "mover_score");
  if (!score.empty()) reading.score = parse_score(score);
  return reading;
}

// Returns whether a table covers the position. Throws the error of a table that should, but is
// damaged or was taken away; the solver passes over some of these.
bool is_in_table(const Service& service, const Position& position) {
  return service.tables().find_value(position) && service.tables().covers_moves(position);
}

// Clients need not know the folders of the server, which the message of MissingTable names.
constexpr std::string_view kNoTable = "no table covers it";

// Returns how to let the position be solved, if a job would begin to solve it.
std::string solving(const Service& service, const Position& position) {
  const ServeLimits& limits = service.limits();
  if (limits.jobs > 0 &&
      would_begin(position, Budget(limits.memory, static_cast<double>(limits.seconds), {}))) {
    return "; or let it be solved: POST /api/v1/solve?position=" + to_string(position);
  }
  return position.board.is_small() ? "" : "; draw more edges";
}

// Throws the refusal of a position whose values are not found; its text says how to get them.
[[noreturn]] void refuse(const Service& service, const Position& position, const Known& known) {
  const bool tried = known.code != ErrorCode::missing_table;
  throw Refusal(tried ? ProblemKind::beyond_limits : ProblemKind::no_table, "{}{}; {}{}", kNoTable,
                tried ? ", and it was not solved: " + facts_of(known) : "",
                service.advice(position), solving(service, position));
}

// Returns the limits of a request. Its work stops when the client has gone, so that the solver is
// free for others.
SolverOptions limits_of(const Service& service, const Request& request) {
  SolverOptions limits = service.solver().options();
  if (request.closed) {
    limits.stopped = [&service, closed = request.closed] { return service.ending() || closed(); };
  }
  return limits;
}

// Returns what the solver finds in time. Throws Refusal.
Solution by_solver(const Service& service, const Position& position, SharedTime& time) {
  Known known = time.know(position);
  if (known.solution) return *std::move(known.solution);
  if (known.waited) throw Refusal(ProblemKind::busy, "{}", known.why_not);
  refuse(service, position, known);
}

// Returns the values of the position and of its moves: from a table, else from the solver.
Solution solved(const Service& service, const Request& request, const Position& position) {
  try {
    return {.answer = service.tables().answer(position)};
  } catch (const MissingTable&) {
    if (current_problem().kind != ProblemKind::no_table) throw;  // a table cannot be read
    SharedTime time(service.solver(), limits_of(service, request));
    return by_solver(service, position, time);
  }
}

// Returns the parameter `order` of moves: whether it is `best`. By default they are by index.
bool best_first(const Request& request) {
  return !is_first(request, "order", {"index", "best"}, true);
}

// Answers with exact values, unless the client has the answer. append(given, text) returns where
// the values come from.
template <typename Append>
Reply answered(Service& service, const Request& request, Append&& append) {
  const ParsedGame given = position_asked(request);
  std::string text;
  const Way way = append(given, text);
  service.metrics().found(way);
  return kept(request, service.etag(given.game.board(), word(way)), kKeepSeconds,
              [&] { return json_reply(std::move(text)); });
}

}  // namespace

ParsedGame position_asked(const Request& request) {
  const ReadOptions reading = read_options_asked(request);
  return read_line(reading, required_parameter(request, "position"));
}

Reply value_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const ParsedGame& given, std::string& text) {
    const Position& position = given.game.position();
    const auto value = service.tables().find_value(position);
    Solution found;
    if (!value) {
      SharedTime time(service.solver(), limits_of(service, request));
      found = by_solver(service, position, time);
    }
    append_json(text, position, value.value_or(found.answer.value), given.turn_and_score,
                value && service.tables().computes(position));
    append_way(text, found.way);
    return found.way;
  });
}

Reply moves_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const ParsedGame& given, std::string& text) {
    Solution found = solved(service, request, given.game.position());
    auto& moves = found.answer.moves;
    if (best_first(request)) std::ranges::stable_sort(moves, std::greater<>(), &MoveValue::value);
    append_solution(text, found, given.turn_and_score, AnswerFormat::jsonl);
    return found.way;
  });
}

Reply line_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const ParsedGame& given, std::string& text) {
    const Position& position = given.game.position();
    SharedTime time(service.solver(), limits_of(service, request));
    if (!is_in_table(service, position)) (void)by_solver(service, position, time);
    try {
      const BestPlay play = best_play(given, time, flag(request, "all"));
      text = best_play_json(play);
      return play.way;
    } catch (const OutOfResources& error) {
      refuse(service, position, {.bounds = {}, .why_not = facts_of(error)});
    }
  });
}

Reply explain_reply(Service& service, const Request& request) {
  const ParsedGame given = position_asked(request);
  const bool text = !is_first(request, "format", {"json", "text"}, true);
  const Position& position = given.game.position();
  (void)is_in_table(service, position);
  const SharedTime time(service.solver(), limits_of(service, request), false);
  Explained result = explained(position, time, given.turn_and_score);
  if (!result.exact && service.limits().request_seconds == 0) result.why_not = kNoTable;
  const auto& exact = result.exact;
  if (exact) service.metrics().found(exact->way);
  return kept(request, service.etag(position.board, exact ? word(exact->way) : "theory"),
              exact ? kKeepSeconds : kAskAgain, [&] {
                Reply reply = json_reply(text ? explained_text(result) : explained_json(result));
                if (text) reply.type = "text/plain; charset=utf-8";
                return reply;
              });
}

Reply choose_reply(Service& service, const Request& request) {
  const Position position = position_asked(request).game.position();
  if (position.open() != 0) (void)is_in_table(service, position);
  SolverOptions limits = limits_of(service, request);
  const double usual = limits.seconds;
  limits.seconds =
      seconds_asked(request, "time", usual, static_cast<double>(service.limits().seconds));
  // A client that waits longer takes the place of one that follows a job.
  const auto place = limits.seconds > usual ? service.wait_slot() : nullptr;
  const PlayerOptions how{.seed = whole_number_asked(request, "seed", 0, kGreatestSeed)};
  const Choice choice = Player(service.solver(), how).choose(position, limits);
  const bool exact = choice.by == Knowledge::table || choice.by == Knowledge::solved;
  const Json json{{"position", to_string(position)},
                  {"edge", edge_name(position.board, choice.edge)},
                  {"index", choice.edge},
                  {"by", word(choice.by)},
                  {"value", choice.value ? Json(*choice.value) : Json()},
                  {"reason", choice.reason}};
  const std::string text = json.dump();
  // More time may lead to another choice for a similar reason.
  const std::string tag =
      fmt::format("{}-{:x}", word(choice.by), std::hash<std::string_view>()(text));
  return kept(request, service.etag(position.board, exact ? word(choice.by) : tag),
              exact ? kKeepSeconds : kAskAgain, [&] { return json_reply(text); });
}

Reply batch_reply(Service& service, const Request& request) {
  check_text_body(request);
  const auto why = [] {
    Problem problem = current_problem();
    return problem.kind == ProblemKind::no_table ? std::string(kNoTable)
                                                 : std::move(problem.detail);
  };
  const auto answers =
      std::make_shared<AnsweredLines>(service.tables(), request.body, "the body",
                                      read_options_asked(request), best_first(request), why);
  const std::uint64_t most = service.limits().batch_lines;
  require(answers->count() <= most, ProblemKind::too_large,
          "a batch may have {} positions: send it in parts", most);
  return {.type = "application/x-ndjson",
          .pieces = [answers](std::string& piece) { return answers->next(piece); }};
}

Reply convert_reply(Service&, const Request& request) {
  const bool in_body = request.method == "POST";
  if (in_body && !parameter(request, "text").empty()) {
    throw BadInput("the text is in the body and in the parameter: give it once");
  }
  if (in_body) check_text_body(request);
  const std::string text = in_body ? request.body : required_parameter(request, "text");
  const std::string from = parameter(request, "from");
  const bool any = from.empty() || from == kAnyNotation;
  const std::string name(any ? detect_notation(text).name : notation(from).name);
  const Game game = read_as({name, flag(request, "ordered"), {}}, text);
  Json json = game_json(name, game);
  if (const std::string to = parameter(request, "to"); !to.empty()) {
    json["text"] = write_game(to, game);
  }
  return json_reply(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

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
  require(id.has_value(), ProblemKind::no_such_job, "there is no job {}",
          pipo::quoted(request.argument));
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
  TurnAndScore turn_and_score{.turn = 0, .score = {}};
  if (!score.empty()) turn_and_score.score = parse_score(score);
  return replayed(read, start.empty() ? Position{read.board(), 0} : parse_position(start),
                  turn_and_score);
}

// Starts the job of this position or game, or finds the existing one.
template <typename Asked>
Reply submitted(Service& service, const Request& request, const Asked& asked) {
  const double most = static_cast<double>(service.limits().seconds);
  const double seconds = seconds_asked(request, "time", most, most);
  require(service.limits().jobs != 0, ProblemKind::no_jobs,
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
  auto pieces = [next = service.jobs().follow(job_asked(request)), place = service.wait_slot(),
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
