// The JSON of Kaggle's environment for OpenSpiel.
//
// `kaggle-observation`: what it tells an agent, a JSON object. Its member observationString is the
// board as OpenSpiel prints it, or in newer versions a second JSON object with the drawn lines and
// the owners of the boxes. The player to move is 0 or 1. What one member says about the game is
// compared with the others.
//
// `kaggle-replay`: the replay of a game, as it is downloaded: a JSON object with a step for each
// move. A step has an object for each of the two agents, with its action, an OpenSpiel action id,
// and its observation. The moves are compared with the last observation.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"
#include "probe/board/parse_picture.hpp"
#include "probe/board/place.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

using nlohmann::json;

// The player to move when a game is over, as OpenSpiel has it.
constexpr int kTerminalPlayer = -4;

// OpenSpiel gives a box this width and puts the owner, 1 or 2, into the middle.
constexpr int kStride = 4;

// Returns the player that a member names: 0, 1 or, at the end, -4 in "currentPlayer"; "1", "2" or
// "" in "current_player". The result is -1 for the end; nothing if there is no such member.
std::optional<int> mover_in(const json& object, const char* name, const json& first,
                            const json& second, const json& nobody, const char* rule) {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  if (*found == first) return 0;
  if (*found == second) return 1;
  if (*found == nobody) return -1;
  throw BadInput(fmt::format("\"{}\" must be {}", name, rule));
}

std::optional<int> mover_of(const json& observation, const json& state) {
  const auto outer =
      mover_in(observation, "currentPlayer", 0, 1, kTerminalPlayer, "0, 1 or, at the end, -4");
  const auto inner =
      mover_in(state, "current_player", "1", "2", "", "\"1\", \"2\" or, at the end, empty");
  if (!outer) return inner;
  if (!inner || inner == outer) return outer;
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
  const std::optional<int> mover = mover_of(observation, state);
  const bool named = mover.value_or(-1) >= 0;
  if (!named && position.open()) throw BadInput("the player to move is missing");
  if (named && !position.open()) {
    throw BadInput("a player is to move, but no edge is open");
  }
  return Game(position, {.turn = named ? mover : std::nullopt, .owners = std::move(owners)});
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

// Returns the position, the player to move and the owners of the boxes that an observation gives.
// Throws BadInput for what is missing or contradicts another part of it.
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

// The members of a replay that are read. Most of a replay is in others.
bool is_read(std::string_view name) {
  constexpr std::array<std::string_view, 16> kRead = {
      "steps",         "action",         "submission",
      "info",          "actionApplied",  "observation",
      "currentPlayer", "isTerminal",     "observationString",
      "configuration", "initialActions", "openSpielGameParameters",
      "num_rows",      "num_cols",       "openSpielGameName",
      "actionHistory"};
  return std::ranges::find(kRead, name) != kRead.end();
}

const json kNull;

// Returns the member with this name; null if the value is no object or has no such member.
const json& member(const json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found == object.end() ? kNull : *found;
}

// Returns the list of actions with this name in a member of a replay; null if there is none.
const json& list_of_actions(const json& replay, const char* where, const char* name) {
  const json& actions = member(member(replay, where), name);
  if (actions.is_null() || actions.is_array()) return actions;
  throw BadInput(fmt::format("{}: \"{}\" must be a list of actions", where, name));
}

// Returns the action with this number as an edge.
int replayed_edge(const Board& board, const json& action) {
  if (!action.is_number_unsigned() ||
      action.get<std::uint64_t>() >= static_cast<std::uint64_t>(board.edges())) {
    throw BadInput(
        fmt::format("an action of {} is a number from 0 to {}", board.name(), board.edges() - 1));
  }
  return action.get<int>();
}

// Returns the edge that an agent draws in a step, or nothing. An action that was not applied, as an
// illegal one, is null. Older replays have only the submitted action, which is -1 for none and -2
// after an error.
std::optional<int> edge_of_agent(const Board& board, const json& agent) {
  const json& info = member(agent, "info");
  const json& submitted = member(member(agent, "action"), "submission");
  const bool none = submitted.is_null() || submitted == -1 || submitted == -2;
  if (info.is_object() && info.contains("actionApplied")) {
    const json& applied = info["actionApplied"];
    if (applied.is_null()) return std::nullopt;
    if (!none && submitted != applied) {
      throw BadInput("\"submission\" and \"actionApplied\" are different actions");
    }
    return replayed_edge(board, applied);
  }
  return none ? std::nullopt : std::optional(replayed_edge(board, submitted));
}

// Throws BadInput unless the observation is that of the game.
void compare(const Game& game, const Game& observed) {
  if (observed.board() != game.board()) {
    throw BadInput(fmt::format("this board is {}, but another observation has {}",
                               observed.board().name(), game.board().name()));
  }
  for (int edge = 0; edge < game.board().edges(); ++edge) {
    const bool drawn = game.position().drawn.contains(edge);
    if (drawn == observed.position().drawn.contains(edge)) continue;
    throw BadInput(fmt::format("{} is {}drawn here, but {}drawn by the moves of the replay",
                               edge_name(game.board(), edge), drawn ? "not " : "",
                               drawn ? "" : "not "));
  }
  if (observed.owners() != game.owners()) {
    throw BadInput("the owners of the boxes are not those that the moves of the replay give");
  }
  if (!game.over() && observed.turn() != game.turn()) {
    throw BadInput("the player to move is not the one after the moves of the replay");
  }
}

// Calls action(agent, its number) for each agent of a step. Adds the place to errors.
template <typename Action>
void for_agents(const json& steps, std::size_t step, Action action) {
  for (std::size_t agent = 0; agent < steps[step].size(); ++agent) {
    at_place(fmt::format("steps[{}][{}]", step, agent),
             [&] { action(steps[step][agent], static_cast<int>(agent)); });
  }
}

// Returns the observation of an agent if it has a board, else null.
const json& observed(const json& agent) {
  const json& observation = member(agent, "observation");
  return member(observation, "observationString").is_null() ? kNull : observation;
}

// Returns the last step with an observation.
std::size_t last_observed(const json& steps) {
  for (std::size_t step = steps.size(); step-- > 0;) {
    const auto is_observed = [](const json& agent) { return !observed(agent).is_null(); };
    if (std::ranges::any_of(steps[step], is_observed)) return step;
  }
  throw BadInput("no step has an \"observationString\", the board");
}

// Returns the board of the last observation, after comparing it with the configuration.
Board board_of(const json& replay, const json& steps, std::size_t last) {
  std::optional<Board> found;
  for_agents(steps, last, [&](const json& agent, int) {
    if (!found && !observed(agent).is_null()) found = read_observation(observed(agent)).board();
  });
  const json& configuration = member(replay, "configuration");
  const json& game = member(configuration, "openSpielGameName");
  if (game.is_string() && !game.get_ref<const std::string&>().starts_with("dots_and_boxes")) {
    throw BadInput("configuration: this is a replay of another game than dots_and_boxes");
  }
  const json& parameters = member(configuration, "openSpielGameParameters");
  const auto agrees = [&](const char* name, int number) {
    const json& given = member(parameters, name);
    return given.is_null() || given == number;
  };
  if (!agrees("num_rows", found->rows()) || !agrees("num_cols", found->columns())) {
    throw BadInput(fmt::format(
        "configuration: \"openSpielGameParameters\" has another board than the observations, {}",
        found->name()));
  }
  return *found;
}

// Plays the opening, which the environment chooses before the first step. The configuration may
// have an empty list where the environment has chosen another opening.
void play_opening(Game& game, const json& replay) {
  const json& chosen = list_of_actions(replay, "info", "initialActions");
  const json& configured = list_of_actions(replay, "configuration", "initialActions");
  if (!chosen.empty() && !configured.empty() && chosen != configured) {
    throw BadInput("info and configuration have different \"initialActions\"");
  }
  const json& opening = chosen.empty() ? configured : chosen;
  for (std::size_t i = 0; i < opening.size(); ++i) {
    at_place(fmt::format("initialActions[{}]", i), [&] {
      const int edge = replayed_edge(game.board(), opening[i]);
      check_move(game, edge);
      game.play(edge);
    });
  }
}

void play_step(Game& game, const json& steps, std::size_t step) {
  bool moved = false;
  for_agents(steps, step, [&](const json& agent, int number) {
    const auto edge = edge_of_agent(game.board(), agent);
    if (!edge) return;
    if (moved) throw BadInput("a second player moves in this step");
    check_move(game, *edge);
    if (number != *game.turn()) throw BadInput("it is the other player's turn");
    game.play(*edge);
    moved = true;
  });
}

// Compares the moves with the list of actions that the environment keeps, which may go on after the
// last step.
void check_history(const Game& game, const json& replay) {
  const json& history = list_of_actions(replay, "info", "actionHistory");
  if (history.is_null()) return;
  for (std::size_t i = 0; i < game.edges().size(); ++i) {
    const int edge = game.edges()[i];
    if (i < history.size() && (history[i] == std::to_string(edge) || history[i] == edge)) continue;
    throw BadInput(
        fmt::format("info: \"actionHistory\"[{}] is not {}, the move in the steps", i, edge));
  }
}

Game read_replay(std::string_view text) {
  const json replay = parse_object(text, is_read);
  const json& steps = member(replay, "steps");
  if (!steps.is_array() || steps.empty()) throw BadInput("\"steps\", the moves, is missing");
  for (std::size_t step = 0; step < steps.size(); ++step) {
    if (steps[step].is_array()) continue;
    throw BadInput(fmt::format("steps[{}]: expected a list of agents", step));
  }
  const std::size_t last = last_observed(steps);
  Game game(board_of(replay, steps, last));
  play_opening(game, replay);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    play_step(game, steps, step);
    if (step != last) continue;
    for_agents(steps, step, [&](const json& agent, int) {
      if (observed(agent).is_null()) return;
      at_place("observation", [&] { compare(game, read_observation(observed(agent))); });
    });
  }
  check_history(game, replay);
  return game;
}

// Writes the members that are read: the configuration, the moves and the last observation.
std::string write_replay(const Game& game) {
  const Board& board = game.board();
  std::string text = fmt::format(
      "{{\"name\":\"open_spiel_dots_and_boxes\",\"configuration\":{{\"openSpielGameName\":"
      "\"dots_and_boxes\",\"openSpielGameParameters\":{{\"num_cols\":{},\"num_rows\":{}}}}},"
      "\"steps\":[",
      board.columns(), board.rows());
  const auto agents = [&](int player, int edge, bool last) {
    for (const int agent : {0, 1}) {
      const int action = agent == player ? edge : -1;
      text += fmt::format("{}{{\"action\":{{\"submission\":{}}}", agent == 0 ? "[" : ",", action);
      if (action >= 0) text += fmt::format(",\"info\":{{\"actionApplied\":{}}}", action);
      if (last) text += ",\"observation\":" + write_observation(game);
      text += '}';
    }
    text += ']';
  };
  agents(-1, -1, game.edges().empty());
  Game so_far(board);
  for (std::size_t i = 0; i < game.edges().size(); ++i) {
    const int edge = game.edges()[i];
    text += ',';
    agents(*so_far.turn(), edge, i + 1 == game.edges().size());
    so_far.play(edge);
  }
  return text + "]}";
}

}  // namespace

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

const NotationEntry kKaggleReplay{
    .info = of_games("kaggle-replay", "replay of a game on Kaggle, as downloaded: {\"steps\":[..]}",
                     NotationForm::json),
    .read = read_replay,
    .write = write_replay,
    .longest = kLongestFile,
    .members = {"steps"}};

}  // namespace pipo
