// `columns`: edge numbers, horizontals row by row, then verticals column by column, from the top
// left. The game codes of dotsandboxes.org are JSON: {"NX":4,"NY":4,"M":[{"E":13}]}, where NX and
// NY count dots. The bit sets of Paradox and the moves of GamesmanClassic use the same numbers;
// this notation also reads a board followed by a list of such numbers.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "probe/board/place.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/list.hpp"

namespace pipo {
namespace {

using nlohmann::json;

constexpr NotationInfo kColumnsInfo =
    of_games("columns", "game code of dotsandboxes.org: {\"NX\":4,\"NY\":4,\"M\":[{\"E\":13}]}",
             NotationForm::json);

int columns_number(const Board& board, int edge) {
  const auto [horizontal, row, column] = place_of(board, edge);
  return horizontal ? edge : board.horizontals() + column * board.rows() + row;
}

Board columns_board(const json& code) {
  const auto columns = whole_number(code, "NX", kSmallBoardEdges);
  const auto rows = whole_number(code, "NY", kSmallBoardEdges);
  if (columns < 2 || rows < 2) throw BadInput("\"NX\" and \"NY\" count dots: 2 at least");
  return Board(static_cast<int>(rows) - 1, static_cast<int>(columns) - 1);
}

Game read_code(std::string_view text) {
  const json code = parse_object(text);
  const Board board = columns_board(code);
  const auto moves = code.find("M");
  if (moves == code.end() || !moves->is_array()) {
    throw BadInput("\"M\", the list of moves, is missing");
  }
  Game game(board);
  for (std::size_t i = 0; i < moves->size(); ++i) {
    at_place(fmt::format("M[{}]", i), [&] {
      const json& move = (*moves)[i];
      if (!move.is_object()) throw BadInput("expected a move, {\"E\":13}");
      const auto most = static_cast<std::uint64_t>(board.edges() - 1);
      const int edge = edge_by_columns(board, static_cast<int>(whole_number(move, "E", most)));
      check_move(game, edge);
      game.play(edge);
    });
  }
  return game;
}

constexpr WordList kColumnsWords{
    .info = kColumnsInfo,
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      return {{std::to_string(columns_number(board, edge))}};
    },
    .commas = true};

Game read_columns(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool list = first != text.npos && text[first] >= '0' && text[first] <= '9';
  if (!list) return read_code(text);
  return read_list(text.substr(0, text.find_last_not_of(" \t\r\n") + 1), kColumnsWords);
}

std::string write_columns(const Game& game) {
  const Board& board = game.board();
  std::string text =
      fmt::format("{{\"NX\":{},\"NY\":{},\"M\":[", board.columns() + 1, board.rows() + 1);
  for (const int edge : game.edges()) {
    if (text.back() == '}') text += ',';
    text += fmt::format("{{\"E\":{}}}", columns_number(board, edge));
  }
  return text + "]}";
}

}  // namespace

const NotationEntry kColumns{
    .info = kColumnsInfo, .read = read_columns, .write = write_columns, .members = {"NX", "NY"}};

}  // namespace pipo
