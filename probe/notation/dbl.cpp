// `ksquares` and `dabble`: the .dbl files of KSquares and of Dabble. The first line is the size,
// width and height. Each further line is a move: two points, x and y from the top left. In KSquares
// the size is in boxes, and a move is the two dots of an edge. In Dabble the size is in dots, and a
// move is the boxes on the two sides of an edge. Dabble's boxes begin at (1, 1); the coordinates 0
// and the size are outside of the board. Lines that begin with # are comments. The .ksq files of
// KSquares name the players before the size.
#include <fmt/core.h>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

struct DblFormat {
  WordList words;
  int size_less_boxes;  // size minus boxes: 1 if the size is in dots, else 0
  bool names_players;   // the players may come before the size
};

// The two points of a move, in either order.
std::vector<Spelling> pair_of(int x, int y, int other_x, int other_y) {
  return {{fmt::format("({}, {}) - ({}, {})", x, y, other_x, other_y)},
          {fmt::format("({}, {}) - ({}, {})", other_x, other_y, x, y)}};
}

constexpr DblFormat kKsquaresFormat{
    .words = {.info = of_games(
                  "ksquares",
                  ".dbl or .ksq file of KSquares: size in boxes, then the two dots of each "
                  "move",
                  NotationForm::file),
              .spellings =
                  [](const Board& board, int edge) {
                    const auto [horizontal, row, column] = place_of(board, edge);
                    return pair_of(column, row, column + (horizontal ? 1 : 0),
                                   row + (horizontal ? 0 : 1));
                  },
              .loose = true},
    .size_less_boxes = 0,
    .names_players = true};

constexpr DblFormat kDabbleFormat{
    .words = {.info = of_games("dabble",
                               ".dbl file of Dabble: size in dots, then the boxes beside each move",
                               NotationForm::file),
              .spellings =
                  [](const Board& board, int edge) {
                    const auto [horizontal, row, column] = place_of(board, edge);
                    return pair_of(column + (horizontal ? 1 : 0), row + (horizontal ? 0 : 1),
                                   column + 1, row + 1);
                  },
              .loose = true},
    .size_less_boxes = 1,
    .names_players = false};

// Skips the players at the beginning of a .ksq file: a line with their number, then a line for each
// with a kind and a name, "1,Tom". A .dbl file begins with its size instead.
void skip_players(Cursor& cursor) {
  Cursor ahead = cursor;
  ahead.take_until(" ,\r\n");
  ahead.skip_spaces();
  if (!ahead.at("\r") && !ahead.at("\n")) return;
  const std::size_t offset = cursor.offset();
  const int players = cursor.number("the number of players", 2, 4);
  if (players > 2) {
    cursor.refuse_at(offset,
                     fmt::format("a game of {} players; only games of two are supported", players));
  }
  for (int player = 0; player < players; ++player) {
    cursor.end_line();
    cursor.number("the kind of a player", 0, 9);
    cursor.expect(",", "a comma and the name of the player");
    if (cursor.take_until(",\r\n").empty()) cursor.refuse_for("the name of the player");
  }
  cursor.end_line();
  cursor.skip_comments();
}

Board read_size(Cursor& cursor, int less) {
  const std::size_t offset = cursor.offset();
  const int width = cursor.number("the width", 1 + less, kSmallBoardEdges);
  cursor.skip_spaces();
  cursor.expect(",", "a comma");
  cursor.skip_spaces();
  const int height = cursor.number("the height", 1 + less, kSmallBoardEdges);
  return cursor.board(offset, height - less, width - less);
}

Game read_dbl(std::string_view text, const DblFormat& format) {
  Cursor cursor(text, NotationForm::file);
  cursor.skip_comments();
  if (format.names_players) {
    if (cursor.at_end()) {
      cursor.refuse("the file is empty, like the .ksq files that KSquares writes; save it as .dbl");
    }
    skip_players(cursor);
  }
  const Board board = read_size(cursor, format.size_less_boxes);
  ListReader reader(format.words, cursor, board);
  while (cursor.next_line()) reader.read_edge();
  return reader.game();
}

std::string write_dbl(const Game& game, const DblFormat& format) {
  const Board& board = game.board();
  std::string text = fmt::format("{},{}\n", board.columns() + format.size_less_boxes,
                                 board.rows() + format.size_less_boxes);
  for (const int edge : game.edges()) {
    text += format.words.spellings(board, edge).front().text + "\n";
  }
  return text;
}

}  // namespace

const NotationEntry kKsquares{
    .info = kKsquaresFormat.words.info,
    .read = [](std::string_view text) { return read_dbl(text, kKsquaresFormat); },
    .write = [](const Game& game) { return write_dbl(game, kKsquaresFormat); }};

const NotationEntry kDabble{
    .info = kDabbleFormat.words.info,
    .read = [](std::string_view text) { return read_dbl(text, kDabbleFormat); },
    .write = [](const Game& game) { return write_dbl(game, kDabbleFormat); }};

}  // namespace pipo
