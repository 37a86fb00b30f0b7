// `leuven`: the messages between servers and agents of the competitions at KU Leuven, JSON objects
// one after the other: a start with the size of the board, then the moves. A server repeats each
// move to both players, with the player, the next player and the score. The last move ends the
// game and names the winner.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "pipopipette/notation.hpp"
#include "probe/board/place.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

using nlohmann::json;

struct Message {
  json object;
  std::size_t offset = 0;  // in the text

  std::string type() const { return object.value("type", json("action")).dump(); }
  // True for the message of a server about a move, and not the answer of an agent.
  bool names_player() const { return object.contains("player"); }
};

// Returns the two numbers of a pair, from 0 to `most`.
std::array<int, 2> pair_of(const json& object, const char* name, int most) {
  const auto found = object.find(name);
  const auto fits = [&](const json& number) {
    return number.is_number_unsigned() && number.get<std::uint64_t>() <= std::uint64_t(most);
  };
  if (found == object.end()) throw BadInput(fmt::format("\"{}\" is missing", name));
  if (!found->is_array() || found->size() != 2 || !fits((*found)[0]) || !fits((*found)[1])) {
    throw BadInput(fmt::format("\"{}\" must be two numbers from 0 to {}", name, most));
  }
  return {(*found)[0].get<int>(), (*found)[1].get<int>()};
}

int message_edge(const Board& board, const json& object) {
  const bool horizontal = is_horizontal(object);
  const auto [row, column] = pair_of(object, "location", kSmallBoardEdges);
  if (row > board.rows() - (horizontal ? 0 : 1) ||
      column > board.columns() - (horizontal ? 1 : 0)) {
    throw BadInput(
        fmt::format("{} has no edge {} {} {}", board.name(), horizontal ? 'h' : 'v', row, column));
  }
  return edge_at(board, EdgePlace{horizontal, row, column});
}

// Throws BadInput if the member is there and is not this number.
void expect_number(const json& object, const char* name, int number) {
  const auto found = object.find(name);
  if (found == object.end() || *found == number) return;
  throw BadInput(fmt::format("\"{}\" must be {} here", name, number));
}

// Returns the number of the winner, 0 for a tie.
int winner_of(int first, int second) {
  return first == second ? 0 : first > second ? 1 : 2;
}

// Follows the messages. Throws BadInput for one that contradicts those before it.
class LeuvenLog {
 public:
  // With `server`, the messages contain those of a server, which confirm the answers of agents.
  explicit LeuvenLog(bool server) : server_(server) {}

  void add(const Message& message) {
    const json& object = message.object;
    if (const auto id = object.find("game"); id != object.end()) {
      if (id_.is_null()) id_ = *id;
      if (*id != id_) throw BadInput("this is a message of another game; give one game at a time");
    }
    const std::string type = message.type();
    if (type == "\"start\"") return start(object);
    if (type != "\"action\"" && type != "\"end\"") {
      throw BadInput("\"type\" must be \"start\", \"action\" or \"end\"");
    }
    if (!game_) {
      throw BadInput(
          "a start with the size, \"grid\", must precede the moves; give the board before a single "
          "message, as in 2x2 {...}");
    }
    move(message);
  }

  Game game() const {
    if (unconfirmed_) throw BadInput("the server does not confirm this answer, the last one");
    if (!game_) throw BadInput("a start with the size, \"grid\", is missing");
    return *game_;
  }

 private:
  void start(const json& object) {
    const auto [rows, columns] = pair_of(object, "grid", kSmallBoardEdges);
    const Board board(rows, columns);
    if (game_ && (game_->board() != board || !game_->edges().empty())) {
      throw BadInput("a second game starts here; give one game at a time");
    }
    game_.emplace(board);
  }

  void move(const Message& message) {
    const json& object = message.object;
    // A server sends each message to both players.
    if (message.names_player() && object == last_) return;
    const int edge = message_edge(game_->board(), object);
    if (unconfirmed_ && message_edge(game_->board(), unconfirmed_->object) != edge) {
      throw BadInput(fmt::format("the server confirms {}, which is not the answer before it",
                                 edge_name(game_->board(), edge)));
    }
    check_move(*game_, edge);
    if (server_ && !message.names_player()) {
      if (unconfirmed_) throw BadInput("the answer before this one is not confirmed by the server");
      unconfirmed_ = message;
      return;
    }
    const int player = *game_->turn() + 1;
    game_->play(edge);
    check(object, player);
    unconfirmed_.reset();
    last_ = object;
  }

  // Compares what a message says about a move with the game after it.
  void check(const json& object, int player) const {
    expect_number(object, "player", player);
    const auto [first, second] = *game_->score();
    if (object.contains("score")) {
      const auto score = pair_of(object, "score", game_->board().boxes());
      if (score != std::array{first, second}) {
        throw BadInput(fmt::format("the score is {}-{} after this move, but \"score\" has {}-{}",
                                   first, second, score[0], score[1]));
      }
    }
    const bool ends = object.value("type", json()) == "end";
    if (ends && !game_->over()) {
      throw BadInput(fmt::format("the game ends here, but {} edges are open",
                                 game_->board().edges() - game_->position().drawn.size()));
    }
    if (ends || !game_->over()) expect_number(object, "nextplayer", ends ? 0 : *game_->turn() + 1);
    expect_number(object, "winner", winner_of(first, second));
  }

  bool server_;
  std::optional<Game> game_;
  json id_;                             // of the game
  json last_;                           // the last message of the server about a move
  std::optional<Message> unconfirmed_;  // an answer whose confirmation has to follow
};

// Reads the next message. Returns nothing at the end of the text.
std::optional<Message> next_message(Cursor& cursor) {
  cursor.skip_white_space();
  if (cursor.at_end()) return std::nullopt;
  if (!cursor.at("{")) cursor.refuse_for("a message, {\"type\":...}");
  const std::size_t begin = cursor.offset();
  try {
    return Message{parse_object(skip_json(cursor)), begin};
  } catch (const Malformed& error) {
    cursor.refuse_at(begin + error.offset(), error.reason());
  }
}

Game read_leuven(std::string_view text) {
  Cursor cursor(text, NotationForm::file);
  std::vector<Message> messages;
  bool server = false;
  while (auto message = next_message(cursor)) {
    server = server || (message->names_player() && message->type() != "\"start\"");
    messages.push_back(std::move(*message));
  }
  LeuvenLog log(server);
  std::size_t offset = 0;
  try {
    for (const Message& message : messages) {
      offset = message.offset;
      log.add(message);
    }
    return log.game();
  } catch (const BadInput& error) {
    cursor.refuse_at(offset, error.what());
  }
}

std::string write_leuven(const Game& game) {
  const Board& board = game.board();
  std::string text =
      fmt::format("{{\"type\":\"start\",\"grid\":[{},{}]}}\n", board.rows(), board.columns());
  Game so_far(board);
  for (const int edge : game.edges()) {
    const int player = *so_far.turn() + 1;
    so_far.play(edge);
    const auto [first, second] = *so_far.score();
    const EdgePlace place = place_of(board, edge);
    text += fmt::format(
        "{{\"type\":\"{}\",\"player\":{},\"nextplayer\":{},\"score\":[{},{}],"
        "\"location\":[{},{}],\"orientation\":\"{}\"",
        so_far.over() ? "end" : "action", player, so_far.over() ? 0 : *so_far.turn() + 1, first,
        second, place.row, place.column, place.horizontal ? 'h' : 'v');
    if (so_far.over()) {
      text += fmt::format(",\"winner\":{}", winner_of(first, second));
    }
    text += "}\n";
  }
  return text;
}

}  // namespace

const NotationEntry kLeuven{
    .info = of_games("leuven",
                     "messages of KU Leuven's servers: {\"type\":\"start\",\"grid\":[2,2]}, moves",
                     NotationForm::file),
    .read = read_leuven,
    .write = write_leuven,
    .longest = kLongestFile,
    .members = {"type", "grid", "nextplayer", "location"}};

}  // namespace pipo
