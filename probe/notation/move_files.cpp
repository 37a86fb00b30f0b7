// Files with the size in the first line and a move in each further one. Lines that begin with # are
// comments.
//
// `ksquares` and `dabble`: the .dbl files of KSquares and of Dabble. The size is width and height;
// a move is two points, x and y from the top left. In KSquares the size is in boxes, and a move is
// the two dots of an edge. In Dabble the size is in dots, and a move is the boxes on the two sides
// of an edge. Dabble's boxes begin at (1, 1); the coordinates 0 and the size are outside the
// board. The .ksq files of KSquares name the players before the size.
//
// `amdw-pos`: the .pos files of another program, with the number of columns and of rows. Their
// moves are those of `amdw`, lists of a box, by column and row from the top left, and one of its
// sides: t, b, l, r.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "pipopipette/notation.hpp"
#include "probe/board/place.hpp"
#include "probe/notation/list.hpp"

namespace pipo {
namespace {

// Writes the size and the edges, each on a line.
std::string write_lines(const std::string& size, const Game& game, const WordList& words) {
  std::string text = size + "\n";
  for (const int edge : game.edges()) {
    text += words.spellings(game.board(), edge).front().text + "\n";
  }
  return text;
}

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
  const int less = format.size_less_boxes;
  return write_lines(
      fmt::format("{},{}", game.board().columns() + less, game.board().rows() + less), game,
      format.words);
}

constexpr WordList kAmdwWords{
    .info = {.name = "amdw",
             .description = "column and row of a box and its side, t b l r: 3x3 2 1 b; 0 2 l",
             .lists = true},
    .spellings =
        [](const Board& board, int edge) {
          std::vector<Spelling> spellings;
          for (const auto& [row, column, side] : sides_of(board, edge)) {
            const std::string box = fmt::format("{} {} ", column, row);
            spellings.push_back({box + "tblr"[side]});
            spellings.push_back({box + std::array{"top", "bottom", "left", "right"}.at(
                                           static_cast<std::size_t>(side))});
          }
          return spellings;
        },
    .any_case = true,
    .spaces = true};

constexpr NotationInfo kAmdwPosInfo{
    .name = "amdw-pos",
    .description = ".pos file of the same program: columns and rows, then a move a line",
    .form = NotationForm::file,
    .lists = true};

Board read_pos_size(Cursor& cursor) {
  const std::size_t offset = cursor.offset();
  const int columns = cursor.number("the number of columns", 1, kSmallBoardEdges);
  if (!cursor.skip_spaces()) cursor.refuse_for("a space and the number of rows");
  const int rows = cursor.number("the number of rows", 1, kSmallBoardEdges);
  cursor.skip_spaces();
  if (is_figure(cursor.peek())) {
    cursor.refuse("this file has several boards, but a position has one; make a file for each");
  }
  return cursor.board(offset, rows, columns);
}

// Skips the number of the board, 0, which may come before a move.
void skip_part(Cursor& cursor) {
  Cursor ahead = cursor;
  for (int numbers = 0; numbers < 3; ++numbers) {
    if (!is_figure(ahead.peek())) return;
    ahead.take_until(" \t\r\n");
    ahead.skip_spaces();
  }
  cursor.number("the number of the board", 0, 0);
  cursor.skip_spaces();
}

// Skips a command that changes nothing. Returns whether there was one.
bool skip_command(Cursor& cursor) {
  Cursor ahead = cursor;
  std::string word(ahead.take_until(" \t\r\n"));
  std::ranges::transform(word, word.begin(),
                         [](unsigned char letter) { return std::tolower(letter); });
  for (const char* command : {"nv", "eval", "help", "quit", "exit"}) {
    if (word != command) continue;
    cursor = ahead;
    return true;
  }
  return false;
}

// Returns the edges that the moves of a file draw, without those that it takes back.
Game read_pos(std::string_view text) {
  Cursor cursor(text, kAmdwPosInfo.form);
  cursor.skip_comments();
  Position position{read_pos_size(cursor), {}};
  std::vector<int> edges;
  while (cursor.next_line()) {
    if (skip_command(cursor)) continue;
    const std::size_t offset = cursor.offset();
    const bool back = cursor.take('u') || cursor.take('U');
    if (back && !cursor.skip_spaces()) cursor.refuse_for("a space and the move to take back");
    skip_part(cursor);
    const int edge = read_word(cursor, kAmdwWords, position.board).edge;
    const bool drawn = position.drawn.contains(edge);
    if (drawn != back) {
      cursor.refuse_at(offset, fmt::format("this edge, {}, is {}", edge_name(position.board, edge),
                                           drawn ? "drawn already" : "not drawn"));
    }
    if (back) {
      position.drawn.erase(edge);
      std::erase(edges, edge);
    } else {
      position.drawn.insert(edge);
      edges.push_back(edge);
    }
  }
  return Game(position, {.listed = edges});
}

std::string write_pos(const Game& game) {
  return write_lines(fmt::format("{} {}", game.board().columns(), game.board().rows()), game,
                     kAmdwWords);
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

const NotationEntry kAmdw = list_entry<kAmdwWords>();

const NotationEntry kAmdwPos{.info = kAmdwPosInfo, .read = read_pos, .write = write_pos};

}  // namespace pipo
