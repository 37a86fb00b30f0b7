#include "pipo/game/given_game.hpp"
#include "pipo/serve/answers.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

const char* word(NotationForm form) {
  switch (form) {
    case NotationForm::line:
      return "line";
    case NotationForm::json:
      return "json";
    case NotationForm::file:
      break;
  }
  return "file";
}

// Players are 1, who began, and 2, as elsewhere in JSON; 0 stands for nobody.
Json players(const std::vector<int>& owners) {
  Json list = Json::array();
  for (const int owner : owners) list.push_back(owner + 1);
  return list;
}

Json game_json(std::string_view notation, const Game& game) {
  Json edges = Json::array();
  for (const int edge : game.edges) edges.push_back(edge_name(game.position.board, edge));
  return {{"notation", notation},
          {"position", to_string(game.position)},
          {"edges", edges},
          {"in_order", game.in_order},
          {"turn", game.turn ? Json(*game.turn + 1) : Json()},
          {"score", game.score ? Json(*game.score) : Json()},
          {"owners", game.owners ? players(*game.owners) : Json()}};
}

}  // namespace

Json notations_json() {
  Json list = Json::array();
  for (const NotationInfo& info : notations()) {
    list.push_back({{"name", info.name},
                    {"description", info.description},
                    {"form", word(info.form)},
                    {"lists", info.lists},
                    {"order", info.order},
                    {"turn", info.turn},
                    {"score", info.score}});
  }
  return list;
}

Reply converted(const Request& request) {
  allow_only(request, {"text", "from", "to", "ordered"});
  const bool in_body = request.method == "POST";
  if (in_body && !parameter(request, "text").empty()) {
    throw BadInput("the text stands in the body and in the parameter: give it once");
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
  return passing_reply(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pipo
