#include "pipo/serve/answers.hpp"

#include <fmt/core.h>

#include "pipo/game/best_play.hpp"
#include "pipo/game/player.hpp"
#include "pipo/serve/problem.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipo/words/explained.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

// Values never change; after so many seconds a client asks whether the tables are still the same.
constexpr int kKeepSeconds = 86'400;

// What no table says may be said by one tomorrow.
constexpr int kAskAgain = 0;

std::string value_json(const Position& position, int value, const Standing& standing) {
  std::string text = fmt::format(R"({{"position":"{}","layer":{},"value":{})", to_string(position),
                                 position.layer(), value);
  append_standing_json(text, position, standing, value);
  return text + "}\n";
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

// The answer, unless the client has it; where no table covers the position, how to come by one.
template <typename Answer>
Reply Answers::answered(const Request& request, const GivenGame& given, Answer&& answer) const {
  const Position& position = given.game.position;
  const std::string etag = served_.etag(position.board);
  try {
    const std::string text = answer(position);
    return kept(request, etag, kKeepSeconds, [&] { return json_reply(text); });
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable& error) {
    if (!error.file().empty()) throw;
    throw Refusal(Kind::no_table,
                  fmt::format("{}; {}; or let it be solved: POST /api/v1/solve?position={}",
                              error.what(), served_.advice(position), to_string(position)));
  }
}

Reply Answers::value(const Request& request) const {
  allow_only(request, {"position", "notation", "score"});
  const GivenGame given = position_asked(request);
  return answered(request, given, [&](const Position& position) {
    return value_json(position, served_.tables().value(position), given.standing);
  });
}

Reply Answers::moves(const Request& request) const {
  allow_only(request, {"position", "notation", "score"});
  const GivenGame given = position_asked(request);
  return answered(request, given, [&](const Position& position) {
    std::string text;
    append_json(text, served_.tables().answer(position), given.standing);
    return text;
  });
}

Reply Answers::line(const Request& request) const {
  allow_only(request, {"position", "notation", "score", "all"});
  const GivenGame given = position_asked(request);
  const bool all = flag(request, "all");
  return answered(request, given, [&](const Position&) {
    return best_play_json(best_play(given, served_.tables(), all));
  });
}

Reply Answers::explain(const Request& request) const {
  allow_only(request, {"position", "notation", "score", "format"});
  const GivenGame given = position_asked(request);
  const std::string format = parameter(request, "format");
  if (!format.empty() && format != "json" && format != "text") {
    throw BadInput("the parameter format is json or text");
  }
  const Position& position = given.game.position;
  const std::string etag = served_.etag(position.board);
  const Explained result = explained(position, served_.tables(), given.standing);
  // The theory needs no table, but a table that is damaged or was taken away is an error.
  if (!result.exact) served_.require_sound(position);
  const int seconds = result.exact ? kKeepSeconds : kAskAgain;
  return kept(request, etag, seconds, [&] {
    if (format != "text") return json_reply(explained_json(result));
    Reply reply = json_reply(explained_text(result));
    reply.type = "text/plain; charset=utf-8";
    return reply;
  });
}

Reply Answers::choose(const Request& request) const {
  allow_only(request, {"position", "notation"});
  const GivenGame given = position_asked(request);
  const Position& position = given.game.position;
  if (position.open() != 0) served_.require_sound(position);
  const Choice choice = Player(served_.tables()).choose(position);
  const int seconds = choice.by == Knowledge::table ? kKeepSeconds : kAskAgain;
  const Json json{{"position", to_string(position)},
                  {"edge", edge_name(position.board, choice.edge)},
                  {"index", choice.edge},
                  {"by", word(choice.by)},
                  {"value", choice.value ? Json(*choice.value) : Json()},
                  {"reason", choice.reason}};
  return kept(request, served_.etag(position.board), seconds,
              [&] { return json_reply(json.dump()); });
}

}  // namespace pipo
