#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <sstream>
#include <utility>

#include "pipo/asking/in_parts.hpp"
#include "pipo/asking/question.hpp"
#include "pipo/game/best_play.hpp"
#include "pipo/player/player.hpp"
#include "pipo/serve/service.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipo/words/explained.hpp"
#include "pipo/words/notation_json.hpp"
#include "pipo/words/solution_text.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/steady_seconds.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

// Values never change; after so many seconds a client asks whether the tables are still the same.
constexpr int kKeepSeconds = 86'400;

// A table, or more time, may give an answer tomorrow that theory or rules of thumb give today.
constexpr int kAskAgain = 0;

// The time limit of a question that comes when the time of its request is over.
constexpr double kLeastSeconds = 1e-9;

constexpr std::size_t kBatchPiece = 512;  // positions: some milliseconds, and some hundred KiB
constexpr std::size_t kTogether = 16;

// Returns the parameter `notation`, which must be one with a position a line; "dbn" if not given.
std::string notation_asked(const Request& request) {
  const std::string name = parameter(request, "notation");
  if (name.empty()) return Reading().notation;
  if (name != kAnyNotation && notation(name).form == NotationForm::file) {
    throw Refusal(Kind::bad_input,
                  "{0} is a file of several lines: send it with POST to /api/v1/convert?from={0}, "
                  "and ask for the position that tells",
                  name);
  }
  return name;
}

// Tells whether a table covers the position. Throws the error of a table that should, but is
// damaged or was taken away; the solver passes over some of these.
bool is_in_table(const Service& service, const Position& position) {
  return service.tables().find_value(position) && service.tables().covers_moves(position);
}

// Clients need not know the folders of the server, which the message of MissingTable names.
constexpr std::string_view kNotCovered = "no table covers it";

// Tells whether no table covers the position, as opposed to one that cannot be read.
bool is_not_covered(const MissingTable& error) {
  return error.code() == ErrorCode::missing_table && error.file().empty();
}

// Returns the reason why a position has no values.
std::string reason(const Known& known) {
  return known.code == ErrorCode::missing_table ? std::string(kNotCovered) : known.why_not;
}

// Throws the refusal of a position whose values are not found, which tells how to get them.
[[noreturn]] void refuse(const Service& service, const Position& position, const Known& known) {
  const bool tried = known.code != ErrorCode::missing_table;
  throw Refusal(Kind::no_table, "{}{}; {}; or let it be solved: POST /api/v1/solve?position={}",
                kNotCovered, tried ? ", and it was not solved: " + known.why_not : "",
                service.advice(position), to_string(position));
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

// Returns what the solver finds within these limits. Throws Refusal.
Solution by_solver(const Service& service, const Position& position, const SolverOptions& limits) {
  Known known = service.solver().know(position, limits);
  if (known.solution) return *std::move(known.solution);
  if (known.waited) throw Refusal(Kind::busy, "{}", known.why_not);
  refuse(service, position, known);
}

// Returns the values of the position and of its moves: from a table, else from the solver.
Solution solved(const Service& service, const Position& position, const SolverOptions& limits) {
  try {
    return {.answer = service.tables().answer(position)};
  } catch (const MissingTable& error) {
    if (!is_not_covered(error)) throw;
    return by_solver(service, position, limits);
  }
}

Explained explained_within_limits(const Service& service, const Position& position,
                                  const Standing& standing, SolverOptions limits) {
  const Solver& solver = service.solver();
  if (is_in_table(service, position)) return explained(position, solver, standing);
  const double end = steady_seconds() + limits.seconds;
  const Known known = solver.know(position, limits);
  if (known.solution) {
    if (limits.seconds > 0) limits.seconds = std::max(end - steady_seconds(), kLeastSeconds);
    return explained(position, solver, limits, standing);
  }
  // To know how many more edges must be drawn would take a while.
  Explained result = explained(position, Solver(service.tables(), {.only = Way::table}), standing);
  result.why_not = reason(known);
  return result;
}

// Returns the parameter `order` of moves: whether it is `best`. By default they are by index.
bool best_first(const Request& request) {
  return !is_first(request, "order", {"index", "best"}, true);
}

Answer ordered(Answer answer, bool best_first) {
  if (best_first) std::ranges::stable_sort(answer.moves, std::greater<>(), &MoveValue::value);
  return answer;
}

// Answers with exact values, unless the client has the answer. append(given, text) returns where
// the values come from.
template <typename Append>
Reply answered(Service& service, const Request& request, Append&& append) {
  const GivenGame given = position_asked(request);
  std::string text;
  const Way way = append(given, text);
  service.metrics().found(way);
  return kept(request, service.etag(given.game.board(), word(way)), kKeepSeconds,
              [&] { return json_reply(std::move(text)); });
}

// The answers of a batch, made as they are taken.
class BatchStream {
 public:
  // Reads all lines once, to refuse the batch before anything is answered.
  BatchStream(const Service& service, const Request& request)
      : tables_(service.tables()), body_(request.body) {
    check_text_body(request);
    reading_.notation = notation_asked(request);
    best_first_ = best_first(request);
    const std::uint64_t most = service.limits().batch;
    std::uint64_t positions = 0;
    const auto broken = LineReader(body_, kName).read_all([&](const auto& lines) {
      positions += lines.size();
      require(positions <= most, Kind::too_large, "a batch may have {} positions: send it in parts",
              most);
    });
    if (broken) throw BadInput(*broken);
    body_.clear();
    body_.seekg(0);
  }

  // Appends the next answers. Returns false at the end.
  bool next(std::string& piece) {
    for (; done_ == lines_.size(); done_ = 0) {
      if (!reader_.next(lines_)) return false;
      std::erase_if(lines_, is_remark);
    }
    const std::size_t count = std::min(kBatchPiece, lines_.size() - done_);
    const auto parts = in_parts<std::string>(
        count, kTogether,
        [this](std::size_t i, std::string& part) { answer(lines_[done_ + i], part); });
    for (const std::string& part : parts) piece += part;
    done_ += count;
    return true;
  }

 private:
  void answer(const TextLine& line, std::string& part) const {
    const Question question = parse_question(line, reading_);
    if (!question.position) return append_json_error(part, line.text, question.problem);
    try {
      append_json(part, ordered(tables_.answer(*question.position), best_first_),
                  question.standing);
    } catch (const MissingTable& error) {
      append_json_error(part, line.text,
                        is_not_covered(error) ? kNotCovered : current_problem().detail);
    } catch (const std::exception&) {
      append_json_error(part, line.text, current_problem().detail);
    }
  }

  static constexpr const char* kName = "the body";

  const Tables& tables_;
  std::istringstream body_;
  LineReader reader_{body_, kName};
  Reading reading_;
  bool best_first_ = false;
  std::vector<TextLine> lines_;
  std::size_t done_ = 0;  // of the lines
};

}  // namespace

double time_asked(const Service& service, const Request& request, double usual) {
  return seconds_asked(request, "time", usual, static_cast<double>(service.limits().seconds));
}

GivenGame position_asked(const Request& request) {
  Reading reading;
  reading.notation = notation_asked(request);
  if (const std::string score = parameter(request, "score"); !score.empty()) {
    reading.score = parse_score(score);
  }
  return read_line(reading, required_parameter(request, "position"));
}

Reply value_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const GivenGame& given, std::string& text) {
    const Position& position = given.game.position();
    const auto value = service.tables().find_value(position);
    const Solution found =
        value ? Solution() : by_solver(service, position, limits_of(service, request));
    append_json(text, position, value.value_or(found.answer.value), given.standing,
                value && service.tables().computes(position));
    append_way(text, found.way);
    return found.way;
  });
}

Reply moves_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const GivenGame& given, std::string& text) {
    Solution found = solved(service, given.game.position(), limits_of(service, request));
    found.answer = ordered(std::move(found.answer), best_first(request));
    append_solution(text, found, given.standing, AnswerFormat::jsonl);
    return found.way;
  });
}

Reply line_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const GivenGame& given, std::string& text) {
    const Position& position = given.game.position();
    SolverOptions limits = limits_of(service, request);
    if (!is_in_table(service, position)) {
      limits.seconds -= by_solver(service, position, limits).seconds;
      limits.seconds = std::max(limits.seconds, kLeastSeconds);
    }
    try {
      const BestPlay play = best_play(given, service.solver(), limits, flag(request, "all"));
      text = best_play_json(play);
      return play.way;
    } catch (const NoSpace& error) {
      refuse(service, position, {.bounds = {}, .why_not = error.what()});
    }
  });
}

Reply explain_reply(Service& service, const Request& request) {
  const GivenGame given = position_asked(request);
  const bool text = !is_first(request, "format", {"json", "text"}, true);
  const Position& position = given.game.position();
  const Explained result =
      explained_within_limits(service, position, given.standing, limits_of(service, request));
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
  const auto usual = std::exchange(limits.seconds, time_asked(service, request, limits.seconds));
  // A client that waits longer takes the place of one that follows a job.
  const auto place = limits.seconds > usual ? service.jobs().place() : nullptr;
  const Choice choice = Player(service.solver()).choose(position, limits);
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
  Reply reply;
  reply.type = "application/x-ndjson";
  reply.pieces = [batch = std::make_shared<BatchStream>(service, request)](std::string& piece) {
    return batch->next(piece);
  };
  return reply;
}

Reply convert_reply(Service&, const Request& request) {
  const bool in_body = request.method == "POST";
  if (in_body && !parameter(request, "text").empty()) {
    throw BadInput("the text is in the body and in the parameter: give it once");
  }
  if (in_body) check_text_body(request);
  const std::string text = in_body ? request.body : required_parameter(request, "text");
  const std::string from = parameter(request, "from");
  Reading reading{from.empty() ? std::string(kAnyNotation) : from, flag(request, "ordered"), {}};
  const std::string_view name =
      reading.notation == kAnyNotation ? recognised(text).name : notation(reading.notation).name;
  reading.notation = name;
  const Game game = read_as(reading, text);
  Json json = game_json(name, game);
  if (const std::string to = parameter(request, "to"); !to.empty()) {
    json["text"] = write_game(to, game);
  }
  return json_reply(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pipo
