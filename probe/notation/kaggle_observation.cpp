// `kaggle-observation`: what Kaggle's environment for OpenSpiel tells an agent, a JSON object. Its
// member observationString is the board as OpenSpiel prints it, or in newer versions a second JSON
// object with the drawn lines and the owners of the boxes. The player to move is 0 or 1.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"
#include "probe/board/picture_lines.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

using nlohmann::json;

constexpr NotationInfo kInfo{
    .name = "kaggle-observation",
    .description = "observation of Kaggle's agents: {\"currentPlayer\":0,\"observationString\":..}",
    .form = NotationForm::json,
    .turn = true,
    .score = true};

// The player to move when a game is over, as OpenSpiel has it.
constexpr int kTerminalPlayer = -4;

// OpenSpiel gives a box this width and puts the owner, 1 or 2, into the middle.
constexpr int kStride = 4;

// Makes a game of a position with the owners of all its complete boxes. The player to move may be
// unknown only at the end.
Game with_owners(const Position& position, std::optional<int> turn, std::vector<int> owners) {
  const IndexSet complete = complete_boxes(position);
  for (int box = 0; box < position.board.boxes(); ++box) {
    const bool owned = owners[static_cast<std::size_t>(box)] >= 0;
    if (owned == complete.contains(box)) continue;
    throw BadInput(
        fmt::format("box {} {}", box,
                    owned ? "has an owner, but is not complete" : "is complete, but has no owner"));
  }
  if (!turn && position.open()) throw BadInput("the player to move is missing");
  return Game(position, {.turn = turn, .owners = std::move(owners)});
}

Game read_glyphs(const std::string& text, std::optional<int> turn) {
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
  return with_owners(position, turn, std::move(owners));
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

Game read_lines(const json& state) {
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
  std::optional<int> turn;
  if (const auto player = state.find("current_player"); player != state.end()) {
    if (*player == "1") {
      turn = 0;
    } else if (*player == "2") {
      turn = 1;
    } else if (*player != "") {
      throw BadInput("\"current_player\" must be \"1\", \"2\" or, at the end, empty");
    }
  }
  return with_owners(position, turn, std::move(owners));
}

Game read_observation(std::string_view text) {
  const json object = parse_object(text);
  if (object.contains("h_lines")) return read_lines(object);
  const auto board = object.find("observationString");
  if (board == object.end() || !board->is_string()) {
    throw BadInput("\"observationString\", the board, is missing");
  }
  const auto shown = board->get<std::string>();
  if (shown.starts_with('{')) return read_lines(parse_object(shown));
  std::optional<int> turn;
  if (const auto player = object.find("currentPlayer"); player != object.end()) {
    if (*player == 0 || *player == 1) {
      turn = player->get<int>();
    } else if (*player != kTerminalPlayer) {
      throw BadInput("\"currentPlayer\" must be 0, 1 or, at the end, -4");
    }
  }
  return read_glyphs(shown, turn);
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

std::string write_observation(const Game& game) {
  if (!game.turn() && !game.over())
    throw BadInput("kaggle-observation names the player to move, which is unknown");
  const IndexSet complete = complete_boxes(game.position());
  const std::vector<int> owners =
      game.owners().value_or(std::vector<int>(static_cast<std::size_t>(game.board().boxes()), -1));
  for (const int box : complete.members()) {
    if (owners[static_cast<std::size_t>(box)] < 0) {
      throw BadInput("kaggle-observation names the owner of each box, which is unknown");
    }
  }
  nlohmann::ordered_json object;
  object["currentPlayer"] = game.over() ? kTerminalPlayer : *game.turn();
  object["isTerminal"] = game.over();
  object["observationString"] = glyphs(game, owners);
  return object.dump();
}

}  // namespace

const NotationEntry kKaggleObservation{
    .info = kInfo, .read = read_observation, .write = write_observation};

}  // namespace pipo
