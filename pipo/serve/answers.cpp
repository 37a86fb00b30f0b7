#include "pipo/serve/answers.hpp"

#include <fmt/core.h>

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

// Answers from a table, unless the client has the answer. Without a table, tells how to get one.
template <typename Answer>
Reply answered(const TablesServed& served, const Request& request, Answer&& answer) {
  const GivenGame given = position_asked(request);
  const Position& position = given.game.position;
  try {
    std::string text = answer(given);
    return kept(request, served.etag(position.board), kKeepSeconds,
                [&] { return json_reply(std::move(text)); });
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable& error) {
    if (!error.file().empty()) throw;
    throw Refusal(Kind::no_table,
                  fmt::format("{}; {}; or let it be solved: POST /api/v1/solve?position={}",
                              error.what(), served.advice(position), to_string(position)));
  }
}

}  // namespace

std::string notation_asked(const Request& request) {
  const std::string name = parameter(request, "notation");
  if (name.empty()) return Reading().notation;
  if (name != kAnyNotation && notation(name).form == NotationForm::file) {
    throw BadInput(
        fmt::format("{0} is a file of several lines: send it with POST to "
                    "/api/v1/convert?from={0}, and ask for the position that tells",
                    name));
  }
  return name;
}

GivenGame position_asked(const Request& request) {
  Reading reading;
  reading.notation = notation_asked(request);
  if (const std::string score = parameter(request, "score"); !score.empty()) {
    reading.score = parse_score(score);
  }
  return read_line(reading, required_parameter(request, "position"));
}

Reply value_reply(const TablesServed& served, const Request& request) {
  allow_only(request, {"position", "notation", "score"});
  return answered(served, request, [&](const GivenGame& given) {
    const Position& position = given.game.position;
    std::string text;
    append_json(text, position, served.tables().value(position), given.standing);
    return text;
  });
}

Reply moves_reply(const TablesServed& served, const Request& request) {
  allow_only(request, {"position", "notation", "score"});
  return answered(served, request, [&](const GivenGame& given) {
    std::string text;
    append_json(text, served.tables().answer(given.game.position), given.standing);
    return text;
  });
}

Reply line_reply(const TablesServed& served, const Request& request) {
  allow_only(request, {"position", "notation", "score", "all"});
  return answered(served, request, [&](const GivenGame& given) {
    return best_play_json(best_play(given, served.tables(), flag(request, "all")));
  });
}

Reply explain_reply(const TablesServed& served, const Request& request) {
  allow_only(request, {"position", "notation", "score", "format"});
  const GivenGame given = position_asked(request);
  const std::string format = parameter(request, "format");
  if (!format.empty() && format != "json" && format != "text") {
    throw BadInput("the parameter format is json or text");
  }
  const Position& position = given.game.position;
  const Explained result = explained(position, served.tables(), given.standing);
  // The theory needs no table, but a table that is damaged or was taken away is an error.
  if (!result.exact) served.require_sound(position);
  return kept(request, served.etag(position.board), result.exact ? kKeepSeconds : kAskAgain, [&] {
    if (format != "text") return json_reply(explained_json(result));
    Reply reply = json_reply(explained_text(result));
    reply.type = "text/plain; charset=utf-8";
    return reply;
  });
}

Reply choose_reply(const TablesServed& served, const Request& request) {
  allow_only(request, {"position", "notation"});
  const Position position = position_asked(request).game.position;
  if (position.open() != 0) served.require_sound(position);
  const Choice choice = Player(served.tables()).choose(position);
  const int seconds = choice.by == Knowledge::table ? kKeepSeconds : kAskAgain;
  return kept(request, served.etag(position.board), seconds, [&] {
    const Json json{{"position", to_string(position)},
                    {"edge", edge_name(position.board, choice.edge)},
                    {"index", choice.edge},
                    {"by", word(choice.by)},
                    {"value", choice.value ? Json(*choice.value) : Json()},
                    {"reason", choice.reason}};
    return json_reply(json.dump());
  });
}

Reply converted(const Request& request) {
  allow_only(request, {"text", "from", "to", "ordered"});
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
