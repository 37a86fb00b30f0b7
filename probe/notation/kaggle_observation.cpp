// `kaggle-observation`: what Kaggle's environment for OpenSpiel tells an agent, a JSON object. Its
// member observationString is the board as OpenSpiel prints it, or in newer versions a second JSON
// object with the drawn lines and the owners of the boxes. The player to move is 0 or 1. What one
// member says about the game is compared with the others.
#include "probe/notation/kaggle_observation.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"
#include "probe/board/picture_lines.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/notation_entry.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

using nlohmann::json;

// The player to move when a game is over, as OpenSpiel has it.
constexpr int kTerminalPlayer = -4;

// OpenSpiel gives a box this width and puts the owner, 1 or 2, into the middle.
constexpr int kStride = 4;

// The player to move, if an observation names one.
enum class Mover { unnamed = -2, nobody = -1, first = 0, second = 1 };

// Returns the player that a member names: 0, 1 or, at the end, -4 in "currentPlayer"; "1", "2" or
// "" in "current_player".
Mover mover_in(const json& object, const char* name, const json& first, const json& second,
               const json& nobody, const char* rule) {
  const auto found = object.find(name);
  if (found == object.end()) return Mover::unnamed;
  if (*found == first) return Mover::first;
  if (*found == second) return Mover::second;
  if (*found == nobody) return Mover::nobody;
  throw BadInput(fmt::format("\"{}\" must be {}", name, rule));
}

Mover mover_of(const json& observation, const json& state) {
  const Mover outer =
      mover_in(observation, "currentPlayer", 0, 1, kTerminalPlayer, "0, 1 or, at the end, -4");
  const Mover inner =
      mover_in(state, "current_player", "1", "2", "", "\"1\", \"2\" or, at the end, empty");
  if (outer == Mover::unnamed) return inner;
  if (inner == Mover::unnamed || inner == outer) return outer;
  throw BadInput("\"currentPlayer\" and \"current_player\" name different players to move");
}

void check_terminal(const json& object, const char* name, const Position& position) {
  const auto found = object.find(name);
  if (found == object.end()) return;
  if (!found->is_boolean()) throw BadInput(fmt::format("\"{}\" must be true or false", name));
  if (found->get<bool>() == !position.open()) return;
  throw BadInput(fmt::format("\"{}\" is {}, but {} edges are open", name, found->dump(),
                             position.board.edges() - position.drawn.size()));
}

// Makes a game of a position with the owners of all its complete boxes. `state` is the object with
// the lines, or the observation again.
Game with_owners(const Position& position, std::vector<int> owners, const json& observation,
                 const json& state) {
  const IndexSet complete = complete_boxes(position);
  for (int box = 0; box < position.board.boxes(); ++box) {
    const bool owned = owners[static_cast<std::size_t>(box)] >= 0;
    if (owned == complete.contains(box)) continue;
    throw BadInput(
        fmt::format("box {} {}", box,
                    owned ? "has an owner, but is not complete" : "is complete, but has no owner"));
  }
  check_terminal(observation, "isTerminal", position);
  check_terminal(state, "is_terminal", position);
  const Mover mover = mover_of(observation, state);
  const bool named = mover == Mover::first || mover == Mover::second;
  if (!named && position.open()) throw BadInput("the player to move is missing");
  if (named && !position.open()) {
    throw BadInput("a player is to move, but no edge is open");
  }
  std::optional<int> turn;
  if (named) turn = static_cast<int>(mover);
  return Game(position, {.turn = turn, .owners = std::move(owners)});
}

Game read_glyphs(const std::string& text, const json& observation) {
  const Position position = parse_picture(text);
  const PictureLines lines(text);
  const std::size_t top = lines.next_written(0);
  std::vector<int> owners;
  for (int box = 0; box < position.board.boxes(); ++box) {
    const int row = box / position.board.columns(), column = box % position.board.columns();
    const char32_t mark = lines.at(top + static_cast<std::size_t>(2 * row + 1),
                                   static_cast<std::size_t>(kStride * column + kStride / 2));
    owners.push_back(mark == U'1' ? 0 : mark == U'2' ? 1 : -1);
  }
  return with_owners(position, std::move(owners), observation, observation);
}

// Returns a table of numbers from 0 to 2: 0 for none, or a player.
std::vector<int> read_grid(const json& object, const char* name, int rows, int columns) {
  const auto refuse = [&]() {
    throw BadInput(
        fmt::format("\"{}\" must be {} lists of {} numbers 0, 1 or 2", name, rows, columns));
  };
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) refuse();
  if (found->size() != static_cast<std::size_t>(rows)) refuse();
  std::vector<int> grid;
  for (const json& row : *found) {
    if (!row.is_array() || row.size() != static_cast<std::size_t>(columns)) refuse();
    for (const json& entry : row) {
      if (!entry.is_number_unsigned() || entry.get<std::uint64_t>() > 2) refuse();
      grid.push_back(entry.get<int>());
    }
  }
  return grid;
}

// Throws BadInput unless the scores, the winner and the number of moves, if given, are those of the
// game.
void check_result(const Game& game, const json& state) {
  const auto [first, second] = *game.score();
  if (const auto scores = state.find("scores"); scores != state.end()) {
    if (*scores != json::array({first, second})) {
      throw BadInput(
          fmt::format("\"scores\" is {}, but the board has {} boxes of player 1 and {} of "
                      "player 2",
                      scores->dump(-1, ' ', true, json::error_handler_t::replace), first, second));
    }
  }
  const auto winner = state.find("winner");
  if (winner != state.end() && !winner->is_null()) {
    const char* right = first == second ? "draw" : first > second ? "1" : "2";
    if (!game.over()) throw BadInput("\"winner\" is given, but the game is not over");
    if (*winner != right) throw BadInput(fmt::format("\"winner\" must be \"{}\" here", right));
  }
  const auto moves = state.find("move_number");
  const int drawn = game.position().drawn.size();
  if (moves != state.end() && *moves != drawn) {
    throw BadInput(fmt::format("\"move_number\" must be {}, the number of drawn edges", drawn));
  }
}

// Throws BadInput unless the last action, if given, is a line of its player. `lines` has the
// player, 1 or 2, for each edge.
void check_last_action(const Board& board, const std::vector<int>& lines, const json& state) {
  const auto action = state.find("last_action");
  if (action == state.end() || action->is_null()) return;
  if (!action->is_object()) throw BadInput("\"last_action\" must be an object");
  const int edge = at_place("last_action", [&] {
    const bool horizontal = is_horizontal(*action);
    const auto at = [&](const char* name, int most) {
      return static_cast<int>(whole_number(*action, name, static_cast<std::uint64_t>(most)));
    };
    const int row = at("row", board.rows() - (horizontal ? 0 : 1));
    const int column = at("col", board.columns() - (horizontal ? 1 : 0));
    return edge_at(board, EdgePlace{horizontal, row, column});
  });
  const int player = lines[static_cast<std::size_t>(edge)];
  if (player == 0 || action->value("player", json()) != std::to_string(player)) {
    throw BadInput(fmt::format("\"last_action\" is {}, which is not a line of its player",
                               edge_name(board, edge)));
  }
}

Game read_lines(const json& state, const json& observation) {
  const auto side = [&](const char* name) {
    return static_cast<int>(whole_number(state, name, kSmallBoardEdges));
  };
  const Board board(side("num_rows"), side("num_cols"));
  const int rows = board.rows(), columns = board.columns();
  std::vector<int> lines = read_grid(state, "h_lines", rows + 1, columns);
  const std::vector<int> verticals = read_grid(state, "v_lines", rows, columns + 1);
  lines.insert(lines.end(), verticals.begin(), verticals.end());
  Position position{board, {}};
  for (int edge = 0; edge < board.edges(); ++edge) {
    if (lines[static_cast<std::size_t>(edge)] > 0) position.drawn.insert(edge);
  }
  std::vector<int> owners = read_grid(state, "boxes", rows, columns);
  for (int& owner : owners) --owner;
  Game game = with_owners(position, std::move(owners), observation, state);
  check_result(game, state);
  check_last_action(board, lines, state);
  return game;
}

// Draws the board as OpenSpiel prints it.
std::string glyphs(const Game& game, const std::vector<int>& owners) {
  const auto& [board, drawn] = game.position();
  const auto dot = [](int at, int last) { return at == 0 ? 0 : at == last ? 2 : 1; };
  constexpr const char* kDots[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
  std::string text;
  for (int r = 0; r <= board.rows(); ++r) {
    for (int c = 0; c <= board.columns(); ++c) {
      text += kDots[dot(r, board.rows())][dot(c, board.columns())];
      if (c < board.columns()) text += drawn.contains(board.horizontal(r, c)) ? "───" : "╴ ╶";
    }
    text += '\n';
    if (r == board.rows()) break;
    for (int c = 0; c <= board.columns(); ++c) {
      text += drawn.contains(board.vertical(r, c)) ? "│" : " ";
      if (c == board.columns()) break;
      const int owner = owners[static_cast<std::size_t>(board.box(r, c))];
      text += owner < 0 ? "   " : owner == 0 ? " 1 " : " 2 ";
    }
    text += '\n';
  }
  return text;
}

}  // namespace

Game read_observation(const json& observation) {
  const auto board = observation.find("observationString");
  if (observation.contains("h_lines")) {
    if (board != observation.end()) {
      throw BadInput("\"h_lines\" and \"observationString\" are two boards; give one of them");
    }
    return read_lines(observation, observation);
  }
  if (board == observation.end() || !board->is_string()) {
    throw BadInput("\"observationString\", the board, is missing");
  }
  const auto shown = board->get<std::string>();
  const Game game = shown.starts_with('{') ? read_lines(parse_object(shown), observation)
                                           : read_glyphs(shown, observation);
  check_result(game, observation);
  return game;
}

std::string write_observation(const Game& game) {
  if (!game.turn() && !game.over())
    throw BadInput("kaggle-observation names the player to move, which is unknown");
  const std::vector<int> owners = all_owners("kaggle-observation", game);
  nlohmann::ordered_json object;
  object["currentPlayer"] = game.over() ? kTerminalPlayer : *game.turn();
  object["isTerminal"] = game.over();
  object["observationString"] = glyphs(game, owners);
  return object.dump();
}

const NotationEntry kKaggleObservation{
    .info = {.name = "kaggle-observation",
             .description =
                 "observation of Kaggle's agents: {\"currentPlayer\":0,\"observationString\":..}",
             .form = NotationForm::json,
             .turn = true,
             .score = true},
    .read = [](std::string_view text) { return read_observation(parse_object(text)); },
    .write = write_observation,
    .members = {"observationString", "h_lines"}};

}  // namespace pipo
