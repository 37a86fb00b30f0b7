// `kaggle-replay`: the replay of a game in Kaggle's environment for OpenSpiel, as it is downloaded:
// a JSON object with a step for each move. A step has an object for each of the two agents, with
// its action, an OpenSpiel action id, and its observation. The moves are compared with the last
// observation.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "pipopipette/notation.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/kaggle_observation.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

using nlohmann::json;

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

const NotationEntry kKaggleReplay{
    .info = of_games("kaggle-replay", "replay of a game on Kaggle, as downloaded: {\"steps\":[..]}",
                     NotationForm::json),
    .read = read_replay,
    .write = write_replay,
    .longest = kLongestFile,
    .members = {"steps"}};

}  // namespace pipo
