#include "pipo/serve/answers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "pipo/asking/in_parts.hpp"
#include "pipo/asking/question.hpp"
#include "pipo/game/best_play.hpp"
#include "pipo/game/player.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipo/words/explained.hpp"
#include "pipo/words/notation_json.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

// Values never change; after so many seconds a client asks whether the tables are still the same.
constexpr int kKeepSeconds = 86'400;

// A table may give an answer tomorrow that theory or rules of thumb give today.
constexpr int kAskAgain = 0;

// The server answers from tables only.
Solver by_tables(const Service& service) {
  return Solver(service.tables(), {.only = Way::table});
}

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

// Calls `ask`. Returns the error if no table covers the position. Throws the error of a table that
// should cover it, but is damaged or was taken away.
template <typename Ask>
std::optional<MissingTable> uncovered(Ask&& ask) {
  try {
    ask();
  } catch (const MissingTable& error) {
    if (error.code() != ErrorCode::missing_table || !error.file().empty()) throw;
    return error;
  }
  return {};
}

// Answers from a table, unless the client has the answer. Without a table, tells how to get one.
// Calls append(given, text).
template <typename Append>
Reply answered(const Service& service, const Request& request, Append&& append) {
  const GivenGame given = position_asked(request);
  const Position& position = given.game.position();
  std::string text;
  if (const auto error = uncovered([&] { append(given, text); })) {
    throw Refusal(Kind::no_table, "{}; {}; or let it be solved: POST /api/v1/solve?position={}",
                  error->what(), service.advice(position), to_string(position));
  }
  return kept(request, service.etag(position.board), kKeepSeconds,
              [&] { return json_reply(std::move(text)); });
}

// The answers of a batch, made as they are taken.
class BatchStream {
 public:
  // Reads all lines once, to refuse the batch before anything is answered.
  BatchStream(const Service& service, const Request& request)
      : tables_(service.tables()), body_(request.body) {
    reading_.notation = notation_asked(request);
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
      append_json(part, tables_.answer(*question.position), question.standing);
    } catch (const std::exception&) {
      append_json_error(part, line.text, current_problem().detail);
    }
  }

  static constexpr const char* kName = "the body";

  const Tables& tables_;
  std::istringstream body_;
  LineReader reader_{body_, kName};
  Reading reading_;
  std::vector<TextLine> lines_;
  std::size_t done_ = 0;  // of the lines
};

}  // namespace

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
    append_json(text, position, service.tables().value(position), given.standing);
  });
}

Reply moves_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const GivenGame& given, std::string& text) {
    append_json(text, service.tables().answer(given.game.position()), given.standing);
  });
}

Reply line_reply(Service& service, const Request& request) {
  return answered(service, request, [&](const GivenGame& given, std::string& text) {
    text = best_play_json(best_play(given, by_tables(service), flag(request, "all")));
  });
}

Reply explain_reply(Service& service, const Request& request) {
  const GivenGame given = position_asked(request);
  const std::string format = parameter(request, "format");
  if (!format.empty() && format != "json" && format != "text") {
    throw BadInput("the parameter format is json or text");
  }
  const Position& position = given.game.position();
  const Explained result = explained(position, by_tables(service), given.standing);
  // The theory needs no table, but a table that is damaged or was taken away is an error.
  if (!result.exact) (void)uncovered([&] { (void)service.tables().value(position); });
  const int seconds = result.exact ? kKeepSeconds : kAskAgain;
  return kept(request, service.etag(position.board), seconds, [&] {
    Reply reply = json_reply(format == "text" ? explained_text(result) : explained_json(result));
    if (format == "text") reply.type = "text/plain; charset=utf-8";
    return reply;
  });
}

Reply choose_reply(Service& service, const Request& request) {
  const Position position = position_asked(request).game.position();
  if (position.open() != 0) (void)uncovered([&] { (void)service.tables().value(position); });
  const Choice choice = Player(by_tables(service)).choose(position);
  const int seconds = choice.by == Knowledge::table ? kKeepSeconds : kAskAgain;
  return kept(request, service.etag(position.board), seconds, [&] {
    const Json json{{"position", to_string(position)},
                    {"edge", edge_name(position.board, choice.edge)},
                    {"index", choice.edge},
                    {"by", word(choice.by)},
                    {"value", choice.value ? Json(*choice.value) : Json()},
                    {"reason", choice.reason}};
    return json_reply(json.dump());
  });
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
