// Positions, games and notations as questions of JavaScript. They need no tables.
#include "pipopipette/rules.hpp"

#include <array>
#include <optional>

#include "answers/answers.hpp"
#include "answers/values.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "pipopipette/picture.hpp"
#include "wasm/npm/questions.hpp"

namespace pipo {
namespace {

// Returns a member that may be left out or null.
template <typename Value>
std::optional<Value> optional_given(const Json& given, const char* name) {
  const auto found = given.find(name);
  if (found == given.end() || found->is_null()) return {};
  return found->get<Value>();
}

// Owners of boxes, -1 for none, in JSON null.
std::vector<int> owners_given(const Json& owners) {
  std::vector<int> list;
  for (const Json& owner : owners)
    list.push_back(owner.is_null() ? -1 : int_given(owner, "an owner"));
  return list;
}

Json owners_json(const std::optional<std::vector<int>>& owners) {
  if (!owners) return {};
  Json list = Json::array();
  for (const int owner : *owners) list.push_back(owner < 0 ? Json() : Json(owner));
  return list;
}

Json board_answer(const LibraryQuestion& question) {
  const Board board = Board::parse(text_given(question.given, "board"));
  Json names = Json::array();
  for (int edge = 0; edge < board.edges(); ++edge) names.push_back(edge_name(board, edge));
  return {{"board", board.name()},
          {"rows", board.rows()},
          {"columns", board.columns()},
          {"small", board.is_small()},
          {"edges", names}};
}

Json edge_answer(const LibraryQuestion& question) {
  const Board board = Board::parse(text_given(question.given, "board"));
  return {{"edge", edge_given(board, question.given.at("edge"))}};
}

Position described_position(const Json& given) {
  if (given.contains("picture")) return parse_picture(text_given(given, "picture"));
  if (!given.contains("board")) return position_given(given);
  Position position{Board::parse(text_given(given, "board")), {}};
  for (const Json& edge : given.at("drawn")) {
    position.drawn.insert(edge_given(position.board, edge));
  }
  return position;
}

Json position_answer(const LibraryQuestion& question) {
  const Position position = described_position(question.given);
  return {{"position", to_string(position)},
          {"board", position.board.name()},
          {"rows", position.board.rows()},
          {"columns", position.board.columns()},
          {"layer", position.layer()}};
}

Json details_answer(const LibraryQuestion& question) {
  const Position position = position_given(question.given);
  const Settled settled_position = settled(position);
  return {{"complete_boxes", complete_boxes(position).members()},
          {"quiet", to_string(settled_position.quiet)},
          {"captured", settled_position.captured.members()},
          {"canonical", to_string(canonical(position))},
          {"picture", picture(position)}};
}

Json move_answer(const LibraryQuestion& question) {
  Position position = position_given(question.given);
  const int edge = edge_given(position.board, question.given.at("edge"));
  const IndexSet completed = completed_by(position, edge);
  position.drawn.insert(edge);
  return {{"edge", edge}, {"completed", completed.members()}, {"position", to_string(position)}};
}

// A board without other facts is empty, and player 0 begins.
Game start_given(const Json& given) {
  const std::string start = text_given(given, "start");
  const auto turn_given = optional_given<Json>(given, "turn");
  const auto score_given = optional_given<Json>(given, "score");
  std::optional<int> turn;
  if (turn_given) turn = int_given(*turn_given, "a turn");
  std::optional<std::array<int, 2>> score;
  if (score_given) {
    if (!score_given->is_array() || score_given->size() != 2)
      throw BadInput("a score has two numbers, not " + score_given->dump());
    score = {int_given(score_given->at(0), "a score"), int_given(score_given->at(1), "a score")};
  }
  const auto owners = optional_given<Json>(given, "owners");
  const auto listed = optional_given<Json>(given, "listed");
  const auto cost = given.value("last_move_cost", std::uint64_t{0});
  const bool board_only = start.find(':') == std::string::npos;
  if (board_only && !turn && !score && !owners && (!listed || listed->empty()) && cost == 0) {
    return Game(Board::parse(start));
  }
  const Position position = board_only ? Position{Board::parse(start), {}} : parse_position(start);
  GameSetup setup{.turn = turn, .score = score};
  setup.last_move_cost = cost;
  if (owners) setup.owners = owners_given(*owners);
  if (listed) {
    for (const Json& edge : *listed) setup.listed.push_back(edge_given(position.board, edge));
  }
  return Game(position, setup);
}

struct PlayedGame {
  Game game;
  int taken = 0;  // boxes, by the last move
};

PlayedGame game_given(const Json& given) {
  PlayedGame played{start_given(given)};
  for (const Json& move : given.at("moves")) {
    played.taken = played.game.play(edge_given(played.game.board(), move));
  }
  return played;
}

// Returns the arguments that make the game: its start, and the moves from there.
Json arguments_of(const Game& game) {
  Game start = game;
  while (!start.moves().empty()) start.undo();
  const bool board_only = game.in_order() && game.last_move_cost() == 0;
  Json arguments{{"start", board_only ? game.board().name() : to_string(start.position())},
                 {"moves", std::vector<int>(game.moves().begin(), game.moves().end())}};
  if (board_only) return arguments;
  arguments["turn"] = or_null(start.turn());
  arguments["score"] = or_null(start.score());
  arguments["owners"] = owners_json(start.owners());
  arguments["listed"] = start.edges();
  arguments["last_move_cost"] = game.last_move_cost();
  return arguments;
}

Json game_json(const Game& game) {
  Json json{{"position", to_string(game.position())},
            {"board", game.board().name()},
            {"moves", std::vector<int>(game.moves().begin(), game.moves().end())},
            {"edges", game.edges()},
            {"in_order", game.in_order()},
            {"turn", or_null(game.turn())},
            {"score", or_null(game.score())},
            {"owners", owners_json(game.owners())},
            {"over", game.over()},
            {"result", nullptr},
            {"last_move_cost", game.last_move_cost()}};
  if (const auto result = game.result()) {
    json["result"] = {{"margin", result->margin}, {"winner", or_null(result->winner)}};
  }
  return json;
}

Json game_answer(const LibraryQuestion& question) {
  PlayedGame played = game_given(question.given);
  if (question.given.value("undo", false)) played.game.undo();
  return {{"taken", played.taken}, {"state", game_json(played.game)}};
}

Json read_answer(const LibraryQuestion& question) {
  return arguments_of(
      read_game(text_given(question.given, "notation"), text_given(question.given, "text")));
}

Json write_answer(const LibraryQuestion& question) {
  const Game game = game_given(question.given).game;
  return {{"text", write_game(text_given(question.given, "notation"), game)}};
}

Json notations_answer(const LibraryQuestion&) {
  return notations_json();
}

Json detect_answer(const LibraryQuestion& question) {
  return {{"name", detect_notation(text_given(question.given, "text")).name}};
}

constexpr std::array kRulesFunctions = std::to_array<LibraryFunction>({
    {"board", board_answer},
    {"edge", edge_answer},
    {"position", position_answer},
    {"details", details_answer},
    {"move", move_answer},
    {"game", game_answer},
    {"read", read_answer},
    {"write", write_answer},
    {"notations", notations_answer},
    {"detect", detect_answer},
});

}  // namespace

std::span<const LibraryFunction> rules_functions() {
  return kRulesFunctions;
}

}  // namespace pipo
