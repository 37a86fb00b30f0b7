#include "answers/nimstring.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "answers/values.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/file/layer_json.hpp"
#include "probe/space/game_values.hpp"

namespace pipo {
namespace {

std::string winning_moves(const NimAnswer& answer) {
  std::vector<int> winning;
  for (const NimMove& move : answer.moves) {
    if (move.wins) winning.push_back(move.edge);
  }
  if (winning.empty()) return "none";
  if (winning.size() > 1 && winning.size() == answer.moves.size()) {
    return fmt::format("all {} moves", winning.size());
  }
  return edge_list(answer.position.board, winning);
}

bool any_loony(const NimAnswer& answer) {
  return std::ranges::any_of(answer.moves, [](const NimMove& move) { return move.after.loony; });
}

std::vector<MoveValue> values_after(const NimAnswer& answer) {
  std::vector<MoveValue> values;
  for (const NimMove& move : answer.moves) {
    values.push_back({move.edge, move.captures, move.after.loony ? kLoony : move.after.number});
  }
  return values;
}

void add_value(Json& json, const NimValue& value) {
  json["loony"] = value.loony;
  json["nim_value"] = value.loony ? Json() : Json(value.number);
}

Json move_json(const Board& board, const NimMove& move) {
  Json json{
      {"edge", edge_name(board, move.edge)}, {"index", move.edge}, {"captures", move.captures}};
  add_value(json, move.after);
  json["wins"] = move.wins;
  return json;
}

}  // namespace

std::string nim_value_text(const NimValue& value) {
  return value.loony ? "loony" : fmt::format("nim-value {}", value.number);
}

std::string winner_text(const NimValue& value) {
  return fmt::format("{}: the player to move {} Nimstring", nim_value_text(value),
                     value.next_player_wins() ? "wins" : "loses");
}

std::string start_value_text(const Manifest& manifest) {
  const TableIdentity& table = manifest.table;
  return table.game == TableGame::nimstring
             ? winner_text(nim_value_of(manifest.value))
             : value_text({table.board, table.start}, manifest.value, table.last_move_cost);
}

std::string picture_of_nim_values(const Position& position, std::vector<MoveValue> moves) {
  std::erase_if(moves, [](const MoveValue& move) { return move.value == kLoony; });
  return picture_of_moves(position, moves);
}

void append_text(std::string& out, const NimAnswer& answer) {
  const Position& position = answer.position;
  out += fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                     position.board.edges(), winner_text(answer.value));
  if (answer.table.start != 0) {
    out += fmt::format("from the table {}\n", folder_name(answer.table));
  }
  out += "\n" + picture_of_nim_values(position, values_after(answer));
  if (answer.moves.empty()) return;
  if (any_loony(answer)) out += "\nmoves without a number leave a loony position\n";
  out += fmt::format("\nwinning: {}\n", winning_moves(answer));
}

Json nim_answer_json(const NimAnswer& answer) {
  const Position& position = answer.position;
  Json json{{"position", to_string(position)},
            {"layer", position.layer()},
            {"game", game_name(answer.table.game)}};
  add_value(json, answer.value);
  json["next_player_wins"] = answer.value.next_player_wins();
  json["moves"] = Json::array();
  for (const NimMove& move : answer.moves) {
    json["moves"].push_back(move_json(position.board, move));
  }
  json["table"] = folder_name(answer.table);
  return json;
}

}  // namespace pipo
