// Answers requests: about one position, the lines of a batch, games to convert, and jobs.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "answers/analyse.hpp"
#include "answers/analysis.hpp"
#include "answers/answers.hpp"
#include "answers/explained.hpp"
#include "answers/question.hpp"
#include "answers/values.hpp"
#include "parallel/threads.hpp"
#include "pipo/io/input.hpp"
#include "pipo/serve/event_stream.hpp"
#include "pipo/serve/service.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "player/player.hpp"
#include "player/rules.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"

namespace pipo {
namespace {

// Values never change; after this many seconds a client asks whether the tables are still the same.
constexpr int kKeepSeconds = 86'400;

// A table, or more time, may give an answer tomorrow that theory or rules of thumb give today.
constexpr int kAskAgain = 0;

// Clients need not know the folders of the server, which the message of MissingTable names.
constexpr std::string_view kNoTable = "no table covers it";

// Returns the limits of a request. Its work stops when the client has gone, so that the solver is
// free for others.
SolverOptions limits_of(const Service& service, const Request& request) {
  SolverOptions limits = service.solver.options();
  if (request.closed) {
    limits.stopped = [&service, closed = request.closed] { return service.ending() || closed(); };
  }
  limits.waited = request.waited;
  return limits;
}

// Returns how to let the position be solved, if a job would begin to solve it.
std::string how_to_solve(const Service& service, const Position& position) {
  const ServeLimits& limits = service.limits;
  if (limits.jobs > 0 &&
      would_begin(position, Budget(limits.memory, static_cast<double>(limits.seconds), {}))) {
    return "; or let it be solved: POST /api/v1/solve?position=" + to_string(position);
  }
  return position.board.is_small() ? "" : "; draw more edges";
}

// Throws the refusal of a position whose values are not found; its text says how to get them.
[[noreturn]] void refuse(const Service& service, const Position& position, const Attempt& known) {
  if (known.waited) throw Refusal(ProblemKind::busy, "{}", known.why_not);
  const bool tried = known.code != ErrorCode::missing_table;
  throw Refusal(tried ? ProblemKind::beyond_limits : ProblemKind::no_table, "{}{}; {}{}", kNoTable,
                tried ? ", and it was not solved: " + facts_of(known) : "",
                service.advice(position), how_to_solve(service, position));
}

// Answers with a line of JSON with exact values, which answer(given, source, choice...) returns,
// unless the client has it.
template <typename... Choice>
Reply answered(Service& service, const Request& request,
               JsonLine answer(const ParsedGame&, const ValueSource&, Choice...),
               Choice... choice) {
  const ParsedGame given = game_asked_about(request);
  JsonLine found;
  try {
    found = answer(given, {service.solver, limits_of(service, request)}, choice...);
  } catch (const Unsolved& error) {
    refuse(service, given.game.position(), error.known);
  }
  service.metrics.found(*found.method);
  return kept(request, service.etag(given.game.board(), found.by), kKeepSeconds,
              Reply{.body = std::move(found.text)});
}

}  // namespace

Reply value_reply(Service& service, const Request& request) {
  return answered(service, request, value_answer);
}

Reply moves_reply(Service& service, const Request& request) {
  return answered(service, request, moves_answer, best_first(request));
}

Reply line_reply(Service& service, const Request& request) {
  return answered(service, request, line_answer, flag(request, "all"));
}

Reply explain_reply(Service& service, const Request& request) {
  const ParsedGame given = game_asked_about(request);
  const bool text = !is_first(request, "format", {"json", "text"}, true);
  const Position& position = given.game.position();
  (void)is_in_table(service.solver.tables(), position);
  const SharedTime time(service.solver, limits_of(service, request));
  Explained result = explained(position, time, given.turn_and_score);
  if (!result.exact && service.limits.request_seconds == 0) result.why_not = kNoTable;
  const auto& exact = result.exact;
  if (exact) service.metrics.found(exact->method);
  const std::string etag = service.etag(position.board, exact ? word(exact->method) : "theory");
  Reply reply = text ? Reply{.type = "text/plain; charset=utf-8", .body = explained_text(result)}
                     : json_reply(explained_json(result));
  return kept(request, etag, exact ? kKeepSeconds : kAskAgain, std::move(reply));
}

Reply choose_reply(Service& service, const Request& request) {
  const Position position = game_asked_about(request).game.position();
  ValueSource source{service.solver, limits_of(service, request)};
  const double usual = source.limits.seconds;
  source.limits.seconds =
      seconds_asked(request, "time", usual, static_cast<double>(service.limits.seconds));
  const PlayerOptions how{.level = static_cast<int>(whole_number_asked(request, "level", kStrongest,
                                                                       kStrongest, kWeakest)),
                          .seed = whole_number_asked(request, "seed", 0, kGreatestSeed)};
  // A client that waits longer takes the slot of one that follows a job.
  const auto slot = source.limits.seconds > usual ? service.wait_slot(request) : nullptr;
  const JsonLine found = choose_answer(position, source, how);
  // More time may lead to another choice for a similar reason.
  const std::string tag =
      found.exact ? found.by
                  : fmt::format("{}-{:x}", found.by, std::hash<std::string_view>()(found.text));
  return kept(request, service.etag(position.board, tag), found.exact ? kKeepSeconds : kAskAgain,
              Reply{.body = found.text});
}

namespace {

// Returns the limits of an analysis. A server without jobs gives it those of a request.
SolverOptions limits_of_analysis(const Service& service, const Request& request) {
  const ServeLimits& most = service.limits;
  SolverOptions limits = service.solver.options();
  if (most.jobs > 0) {
    limits.only = {};
    limits.seconds = static_cast<double>(most.seconds);
  }
  const double longest = static_cast<double>(most.seconds);
  const double asked = seconds_asked(request, "time", longest, longest);
  limits.seconds = std::min(asked, limits.seconds);
  return limits;
}

// Returns the place of work that takes longer than a request may, among the jobs; null if it takes
// no longer.
std::shared_ptr<void> place_for(Service& service, const SolverOptions& limits,
                                const std::string& client) {
  if (limits.seconds <= static_cast<double>(service.limits.request_seconds)) return nullptr;
  try {
    return service.jobs.place(client);
  } catch (const TooManyJobs& error) {
    throw NotNow("too-many-jobs", error.what());
  } catch (const Refusal& refusal) {
    throw NotNow(refusal.kind.word, refusal.what());
  }
}

}  // namespace

Reply analyse_reply(Service& service, const Request& request) {
  const auto work =
      [&service, given = game_asked_about(request), limits = limits_of_analysis(service, request),
       seed = whole_number_asked(request, "seed", 0, kGreatestSeed), closed = request.closed,
       client = request.client,
       slot = service.wait_slot(request)](const Tell& tell, const std::atomic<bool>& gone) {
        const Charge charge(service.clients, client);
        ValueSource source{service.solver, limits};
        source.limits.waited = charge.waited();
        source.limits.stopped = [&] { return gone || service.ending() || (closed && closed()); };
        try {
          const auto by = analyse(given, source,
                                  {.longest = static_cast<double>(service.limits.seconds),
                                   .seed = seed,
                                   .begin_work = [&] { return place_for(service, limits, client); },
                                   .more = kMoreLimits},
                                  tell);
          if (by) service.metrics.found(*by);
        } catch (const Stopped&) {
          if (service.ending()) throw Refusal(ProblemKind::ending, kEnding);
        }
      };
  const auto stream = std::make_shared<EventStream>(work);
  return {.type = "text/event-stream",
          .pieces = [stream](std::string& piece) { return stream->next(piece); }};
}

namespace {

constexpr std::size_t kAnswersAPiece = 512;  // positions: a few milliseconds and a few hundred KiB
constexpr std::size_t kAnswersATask = 16;

// The answers of tables to the lines of a body, made piece by piece as they are taken. Empty lines
// and lines that begin with '#' are skipped. A position that cannot be answered becomes an error in
// its place. The tables must outlive this.
class AnsweredLines {
 public:
  AnsweredLines(const Tables& tables, const std::string& body, const ReadOptions& reading,
                bool best_first)
      : tables_(tables),
        reading_(reading),
        best_first_(best_first),
        text_(body),
        reader_(text_, "the body") {}

  // Reads the text once and returns the number of positions. Throws BadInput for a line that is too
  // long. To be called first.
  std::uint64_t count() {
    std::uint64_t count = 0;
    LineReader all(text_, "the body");
    while (all.next(lines_)) {
      count += lines_.size() - static_cast<std::uint64_t>(std::ranges::count_if(lines_, is_remark));
    }
    lines_.clear();
    text_.clear();
    text_.seekg(0);
    return count;
  }

  // Appends the next answers to `piece`. Returns false at the end.
  bool next(std::string& piece) {
    for (; done_ == lines_.size(); done_ = 0) {
      if (!reader_.next(lines_)) return false;
      std::erase_if(lines_, is_remark);
    }
    const std::size_t count = std::min(kAnswersAPiece, lines_.size() - done_);
    const auto parts = in_parts<std::string>(
        count, kAnswersATask,
        [this](std::size_t i, std::string& part) { answer(lines_[done_ + i].text, part); });
    for (const std::string& part : parts) piece += part;
    done_ += count;
    return true;
  }

 private:
  void answer(std::string_view text, std::string& part) const {
    const Question question = parse_question(text, reading_);
    try {
      if (!question.position) throw BadInput(question.problem);
      Answer answer = tables_.answer(*question.position);
      if (best_first_) sort_best_first(answer);
      append_json(part, answer, question.turn_and_score);
    } catch (const std::exception&) {
      const Problem problem = current_problem();
      const bool uncovered = problem.kind == ProblemKind::no_table;
      part += line_of(error_json(text, uncovered ? kNoTable : std::string_view(problem.detail)));
    }
  }

  const Tables& tables_;
  const ReadOptions reading_;
  const bool best_first_;
  std::istringstream text_;
  LineReader reader_;
  std::vector<TextLine> lines_;
  std::size_t done_ = 0;  // of the lines
};

}  // namespace

Reply batch_reply(Service& service, const Request& request) {
  check_text_body(request);
  const auto answers = std::make_shared<AnsweredLines>(service.solver.tables(), request.body,
                                                       reading_asked(request), best_first(request));
  const std::uint64_t most = service.limits.batch_lines;
  require(answers->count() <= most, ProblemKind::too_large,
          "a batch may have {} positions: send it in parts", most);
  return {.type = "application/x-ndjson",
          .pieces = [answers, &service, client = request.client](std::string& piece) {
            const auto turn = service.clients.turn(client, [&service] { return service.ending(); });
            const Charge charge(service.clients, client);
            return answers->next(piece);
          }};
}

Reply convert_reply(Service&, const Request& request) {
  const bool in_body = request.method == "POST";
  if (in_body && !parameter(request, "text").empty()) {
    throw BadInput("the text is in the body and in the parameter: give it once");
  }
  if (in_body) check_text_body(request);
  return json_reply(convert_answer(in_body ? request.body : required_parameter(request, "text"),
                                   parameter(request, "from"), parameter(request, "to"),
                                   flag(request, "ordered")));
}

namespace {

Json game_json(const Game& game) {
  Position start = game.position();
  for (const int edge : game.moves()) start.drawn.erase(edge);
  return {{"start", to_string(start)}, {"moves", edges_json(game.board(), game.moves())}};
}

Json job_json(const Job& job) {
  const auto& plan = job.plan;
  const auto& progress = job.progress;
  const auto& solution = job.solution;
  return {{"id", std::to_string(job.id)},
          {"position", to_string(job.position)},
          {"game", job.game ? game_json(*job.game) : Json()},
          {"state", word(job.state)},
          {"by", solution ? Json(word(solution->method)) : Json()},
          {"plan", plan ? plan_json(*plan) : Json()},
          {"progress", progress ? progress_json(*progress) : Json()},
          {"seconds", solution ? Json(solution->seconds) : Json()},
          {"answer", solution ? answer_json(solution->answer) : Json()},
          {"review", job.review ? review_json(*job.review) : Json()},
          {"problem", job.failure ? problem_json(problem_of(*job.failure)) : Json()},
          {"missing_edges", or_null(job.missing)}};
}

// Returns the number of the job that the path names.
std::uint64_t job_asked(const Request& request) {
  const auto id = parsed_number<std::uint64_t>(request.argument);
  require(id.has_value(), ProblemKind::no_such_job, "there is no job {}",
          pipo::quoted(request.argument));
  return *id;
}

// Starts the job of this position or game, or finds the existing one.
template <typename Asked>
Reply submitted(Service& service, const Request& request, const Asked& asked) {
  const double most = static_cast<double>(service.limits.seconds);
  const double seconds = seconds_asked(request, "time", most, most);
  require(service.limits.jobs != 0, ProblemKind::no_jobs,
          "nothing is solved here: start the server with more --jobs than 0");
  const Job job = service.jobs.submit(asked, seconds, request.client);
  Reply reply = json_reply(job_json(job), job.state == JobState::done ? 200 : 202);
  reply.headers["Location"] = fmt::format("/api/v1/jobs/{}", job.id);
  return reply;
}

}  // namespace

Reply solve_reply(Service& service, const Request& request) {
  return submitted(service, request, game_asked_about(request).game.position());
}

Reply review_reply(Service& service, const Request& request) {
  service.require_no_cost();
  check_text_body(request);
  return submitted(service, request, game_asked(request));
}

Reply jobs_reply(Service& service, const Request&) {
  Json jobs = Json::array();
  for (const Job& job : service.jobs.all()) jobs.push_back(job_json(job));
  return json_reply(Json{{"jobs", jobs}});
}

Reply job_reply(Service& service, const Request& request) {
  return json_reply(job_json(service.jobs.find(job_asked(request))));
}

Reply cancel_reply(Service& service, const Request& request) {
  return json_reply(job_json(service.jobs.cancel(job_asked(request))));
}

Reply events_reply(Service& service, const Request& request) {
  // No change has this number, so the first state is sent at once. While nothing changes, a comment
  // is sent from time to time.
  auto pieces = [next = service.jobs.follow(job_asked(request)), place = service.wait_slot(request),
                 told = ~std::uint64_t{0}](std::string& piece) mutable {
    const Job job = next(told, kSign);
    const char* name = is_final(job.state) ? word(job.state) : "progress";
    piece = job.change == told ? kComment : event_text(name, job.change, job_json(job));
    told = job.change;
    return !is_final(job.state);
  };
  return {.type = "text/event-stream", .pieces = std::move(pieces)};
}

}  // namespace pipo
