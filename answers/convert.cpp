#include "answers/convert.hpp"

#include <vector>

#include "answers/values.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

namespace {

const char* form_word(NotationForm form) {
  constexpr std::array kWords = {"line", "json", "file"};
  return kWords.at(static_cast<std::size_t>(form));
}

// Players are 1 and 2 as elsewhere in JSON, and 1 began; 0 stands for nobody.
Json players(const std::vector<int>& owners) {
  Json list = Json::array();
  for (const int owner : owners) list.push_back(owner + 1);
  return list;
}

}  // namespace

Json notations_json() {
  Json list = Json::array();
  for (const NotationInfo& info : notations()) {
    list.push_back({{"name", info.name},
                    {"description", info.description},
                    {"form", form_word(info.form)},
                    {"lists", info.lists},
                    {"order", info.order},
                    {"turn", info.turn},
                    {"score", info.score}});
  }
  return list;
}

Json game_json(std::string_view notation, const Game& game) {
  return {{"notation", notation},
          {"position", to_string(game.position())},
          {"edges", Json::parse(edges_json(game.board(), game.edges()))},
          {"in_order", game.in_order()},
          {"turn", game.turn() ? Json(*game.turn() + 1) : Json()},
          {"score", game.score() ? Json(*game.score()) : Json()},
          {"owners", game.owners() ? players(*game.owners()) : Json()}};
}

}  // namespace pipo
