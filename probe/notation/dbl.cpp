// `ksquares` and `dabble`: the .dbl files of KSquares and of Dabble. The first line is the size,
// width and height. Each further line is a move: two points, x and y from the top left. In KSquares
// the size is in boxes, and a move is the two dots of an edge. In Dabble the size is in dots, and a
// move is the boxes on the two sides of an edge. Dabble's boxes begin at (1, 1); the coordinates 0
// and the size are outside of the board. Lines that begin with # are comments. The .ksq files of
// KSquares name the players before the size.
#include <fmt/core.h>

#include <array>
#include <cstdlib>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

struct DblFormat {
  const NotationInfo& info;
  int size_less_boxes;  // size minus boxes: 1 if the size is in dots, else 0
  bool names_players;   // the players may come before the size
  Word (*read)(Cursor& cursor, const Board& board);
  std::string (*write)(const Board& board, const Word& word);
};

constexpr NotationInfo kKsquaresInfo{
    .name = "ksquares",
    .description = ".dbl or .ksq file of KSquares: size in boxes, then the two dots of each move",
    .form = NotationForm::file,
    .lists = true,
    .order = true,
    .turn = true,
    .score = true};

constexpr NotationInfo kDabbleInfo{
    .name = "dabble",
    .description = ".dbl file of Dabble: size in dots, then the boxes beside each move",
    .form = NotationForm::file,
    .lists = true,
    .order = true,
    .turn = true,
    .score = true};

struct Point {
  int x = 0;
  int y = 0;
};

Point read_point(Cursor& cursor, int most_x, int most_y) {
  cursor.expect("(", "a bracket");
  cursor.skip_spaces();
  const int x = cursor.number("x", 0, most_x);
  cursor.skip_spaces();
  cursor.expect(",", "a comma");
  cursor.skip_spaces();
  const int y = cursor.number("y", 0, most_y);
  cursor.skip_spaces();
  cursor.expect(")", "a closing bracket");
  return {x, y};
}

// Reads a pair of neighbours, "(1, 0) - (2, 0)", in either order. Returns the left or upper one
// first.
std::array<Point, 2> read_pair(Cursor& cursor, int most_x, int most_y, const char* refusal) {
  const std::size_t offset = cursor.offset();
  Point one = read_point(cursor, most_x, most_y);
  cursor.skip_spaces();
  cursor.expect("-", "a dash");
  cursor.skip_spaces();
  Point other = read_point(cursor, most_x, most_y);
  if (std::abs(one.x - other.x) + std::abs(one.y - other.y) != 1) cursor.refuse_at(offset, refusal);
  if (other.x < one.x || other.y < one.y) std::swap(one, other);
  return {one, other};
}

std::string pair_of(int x, int y, int other_x, int other_y) {
  return fmt::format("({}, {}) - ({}, {})", x, y, other_x, other_y);
}

Word read_ksquares_edge(Cursor& cursor, const Board& board) {
  const auto [one, other] =
      read_pair(cursor, board.columns(), board.rows(), "these two dots are not neighbours");
  return {edge_at(board, EdgePlace{one.y == other.y, one.y, one.x})};
}

std::string write_ksquares_edge(const Board& board, const Word& word) {
  const auto [horizontal, row, column] = place_of(board, word.edge);
  return pair_of(column, row, column + (horizontal ? 1 : 0), row + (horizontal ? 0 : 1));
}

Word read_dabble_edge(Cursor& cursor, const Board& board) {
  const std::size_t offset = cursor.offset();
  const auto [one, other] = read_pair(cursor, board.columns() + 1, board.rows() + 1,
                                      "these two boxes are not neighbours");
  const bool horizontal = one.x == other.x;  // then the boxes are above and below the edge
  const bool outside =
      horizontal ? one.x == 0 || one.x > board.columns() : one.y == 0 || one.y > board.rows();
  if (outside) cursor.refuse_at(offset, "both boxes are outside of the board");
  return {edge_at(
      board, horizontal ? EdgePlace{true, one.y, one.x - 1} : EdgePlace{false, one.y - 1, one.x})};
}

std::string write_dabble_edge(const Board& board, const Word& word) {
  const auto [horizontal, row, column] = place_of(board, word.edge);
  return horizontal ? pair_of(column + 1, row, column + 1, row + 1)
                    : pair_of(column, row + 1, column + 1, row + 1);
}

constexpr DblFormat kKsquaresFormat{kKsquaresInfo, 0, true, read_ksquares_edge,
                                    write_ksquares_edge};
constexpr DblFormat kDabbleFormat{kDabbleInfo, 1, false, read_dabble_edge, write_dabble_edge};

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
  try {
    return Board(height - less, width - less);
  } catch (const BadInput& error) {
    cursor.refuse_at(offset, error.what());
  }
}

Game read_dbl(std::string_view text, const DblFormat& format) {
  const WordList words{.info = format.info, .read = format.read, .write = format.write};
  Cursor cursor(text, NotationForm::file);
  cursor.skip_comments();
  if (format.names_players) {
    if (cursor.at_end()) {
      cursor.refuse("the file is empty, like the .ksq files that KSquares writes; save it as .dbl");
    }
    skip_players(cursor);
  }
  const Board board = read_size(cursor, format.size_less_boxes);
  ListReader reader(words, cursor, board);
  while (cursor.end_line()) {
    cursor.skip_comments();
    if (cursor.at_end()) break;
    const std::size_t offset = cursor.offset();
    reader.add(format.read(cursor, board), offset);
  }
  return reader.game();
}

std::string write_dbl(const Game& game, const DblFormat& format) {
  const Board& board = game.board();
  std::string text = fmt::format("{},{}\n", board.columns() + format.size_less_boxes,
                                 board.rows() + format.size_less_boxes);
  for (const int edge : game.edges()) text += format.write(board, {edge}) + "\n";
  return text;
}

}  // namespace

const NotationEntry kKsquares{
    .info = kKsquaresInfo,
    .read = [](std::string_view text) { return read_dbl(text, kKsquaresFormat); },
    .write = [](const Game& game) { return write_dbl(game, kKsquaresFormat); }};

const NotationEntry kDabble{
    .info = kDabbleInfo,
    .read = [](std::string_view text) { return read_dbl(text, kDabbleFormat); },
    .write = [](const Game& game) { return write_dbl(game, kDabbleFormat); }};

}  // namespace pipo
