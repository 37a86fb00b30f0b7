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

constexpr NotationInfo kReplayInfo{
    .name = "kaggle-replay",
    .description = "replay of a game on Kaggle, as downloaded: {\"steps\":[..]}",
    .form = NotationForm::json,
    .lists = true,
    .order = true,
    .turn = true,
    .score = true};

constexpr std::array<std::string_view, 1> kReplayMembers = {"steps"};

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

// Returns the list of actions with this name; null if there is none.
const json& list_of_actions(const json& object, const char* name, std::string_view where) {
  const json& actions = member(object, name);
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

void play_open(Game& game, int edge) {
  if (game.position().drawn.contains(edge)) {
    throw BadInput(fmt::format("this edge, {}, is drawn already", edge_name(game.board(), edge)));
  }
  game.play(edge);
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

// Puts the place before the message of a BadInput.
template <typename Action>
auto at_place(const std::string& place, Action action) {
  try {
    return action();
  } catch (const BadInput& error) {
    throw BadInput(place + ": " + error.what());
  }
}

// The steps of a replay.
class Steps {
 public:
  explicit Steps(const json& replay) : replay_(replay), steps_(member(replay, "steps")) {
    if (!steps_.is_array() || steps_.empty()) throw BadInput("\"steps\", the moves, is missing");
    for (std::size_t step = 0; step < steps_.size(); ++step) {
      if (!steps_[step].is_array()) {
        throw BadInput(fmt::format("steps[{}]: expected a list of agents", step));
      }
    }
  }

  Game game() const;

 private:
  // Calls action(agent, its number) for each agent of a step. Adds the place to errors.
  template <typename Action>
  void for_agents(std::size_t step, Action action) const {
    for (std::size_t agent = 0; agent < steps_[step].size(); ++agent) {
      at_place(fmt::format("steps[{}][{}]", step, agent),
               [&] { action(steps_[step][agent], static_cast<int>(agent)); });
    }
  }

  static const json& observed(const json& agent) {
    const json& observation = member(agent, "observation");
    return member(observation, "observationString").is_null() ? member(json(), "") : observation;
  }

  std::size_t last_observed() const;
  Board board(std::size_t last) const;
  void play_opening(Game& game) const;
  void play_step(Game& game, std::size_t step) const;
  void check_history(const Game& game) const;

  const json& replay_;
  const json& steps_;
};

// Returns the last step with an observation.
std::size_t Steps::last_observed() const {
  for (std::size_t step = steps_.size(); step-- > 0;) {
    for (const json& agent : steps_[step]) {
      if (!observed(agent).is_null()) return step;
    }
  }
  throw BadInput("no step has an \"observationString\", the board");
}

// Returns the board of the last observation, after comparing it with the configuration.
Board Steps::board(std::size_t last) const {
  std::optional<Board> found;
  for_agents(last, [&](const json& agent, int) {
    if (!found && !observed(agent).is_null()) found = read_observation(observed(agent)).board();
  });
  const json& configuration = member(replay_, "configuration");
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
void Steps::play_opening(Game& game) const {
  const json& chosen = list_of_actions(member(replay_, "info"), "initialActions", "info");
  const json& configured =
      list_of_actions(member(replay_, "configuration"), "initialActions", "configuration");
  if (!chosen.empty() && !configured.empty() && chosen != configured) {
    throw BadInput("info and configuration have different \"initialActions\"");
  }
  const json& opening = chosen.empty() ? configured : chosen;
  for (std::size_t i = 0; i < opening.size(); ++i) {
    at_place(fmt::format("initialActions[{}]", i),
             [&] { play_open(game, replayed_edge(game.board(), opening[i])); });
  }
}

void Steps::play_step(Game& game, std::size_t step) const {
  bool moved = false;
  for_agents(step, [&](const json& agent, int number) {
    const auto edge = edge_of_agent(game.board(), agent);
    if (!edge) return;
    if (moved) throw BadInput("a second player moves in this step");
    if (game.over()) throw BadInput("no move can follow: all edges are drawn");
    if (number != *game.turn()) throw BadInput("it is the other player's turn");
    play_open(game, *edge);
    moved = true;
  });
}

// Compares the moves with the list of actions that the environment keeps, which may go on after the
// last step.
void Steps::check_history(const Game& game) const {
  const json& history = list_of_actions(member(replay_, "info"), "actionHistory", "info");
  if (history.is_null()) return;
  for (std::size_t i = 0; i < game.edges().size(); ++i) {
    const int edge = game.edges()[i];
    const bool same =
        i < history.size() && (history[i] == std::to_string(edge) || history[i] == edge);
    if (same) continue;
    throw BadInput(
        fmt::format("info: \"actionHistory\"[{}] is not {}, the move in the steps", i, edge));
  }
}

Game Steps::game() const {
  const std::size_t last = last_observed();
  Game game(board(last));
  play_opening(game);
  for (std::size_t step = 0; step < steps_.size(); ++step) {
    play_step(game, step);
    if (step != last) continue;
    for_agents(step, [&](const json& agent, int) {
      if (observed(agent).is_null()) return;
      at_place("observation", [&] { compare(game, read_observation(observed(agent))); });
    });
  }
  check_history(game);
  return game;
}

Game read_replay(std::string_view text) {
  const json replay = parse_object(text, is_read);
  return Steps(replay).game();
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

const NotationEntry kKaggleReplay{.info = kReplayInfo,
                                  .read = read_replay,
                                  .write = write_replay,
                                  .longest = kLongestFile,
                                  .members = kReplayMembers};

}  // namespace pipo
