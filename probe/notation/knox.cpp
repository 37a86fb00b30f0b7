// `knox`: the dots at both ends of an edge, as in Knox's pages and littlegolem's forum. Turns may
// be numbered, "4. b4-b5, d3-e3". A turn is the moves of one player up to the first that takes no
// box.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "probe/notation/dot.hpp"
#include "probe/notation/list.hpp"

namespace pipo {
namespace {

constexpr NotationInfo kKnoxInfo{
    .name = "knox",
    .description = "the two dots of an edge, rows from the bottom: 2x2 1. a1-b1; 2. a1-a2",
    .lists = true,
    .order = true,
    .turn = true,
    .score = true};

Word read_knox_edge(Cursor& cursor, const Board& board) {
  const std::size_t offset = cursor.offset();
  const Dot one = read_dot(cursor, board);
  cursor.expect("-", "a dash");
  const Dot other = read_dot(cursor, board);
  const int across = std::abs(one.column - other.column), down = std::abs(one.row - other.row);
  if (across + down != 1) cursor.refuse_at(offset, "these two dots are not neighbours");
  return {edge_at(board, EdgePlace{across == 1, std::min(one.row, other.row),
                                   std::min(one.column, other.column)})};
}

std::string write_knox_edge(const Board& board, const Word& word) {
  const EdgePlace place = place_of(board, word.edge);
  const Dot from = first_dot(place);
  const Dot to{from.row - (place.horizontal ? 0 : 1), from.column + (place.horizontal ? 1 : 0)};
  return write_dot(board, from) + "-" + write_dot(board, to);
}

constexpr WordList kKnoxWords{.info = kKnoxInfo, .read = read_knox_edge, .write = write_knox_edge};

// Takes the number of a turn and the full stop after it, if they come next; returns whether they
// did.
bool take_number(Cursor& cursor, const Board& board, int turn) {
  const std::size_t offset = cursor.offset();
  if (cursor.peek() < '0' || cursor.peek() > '9') return false;
  const int number = cursor.number("a turn", 1, board.edges());
  if (number != turn) {
    cursor.refuse_at(offset, fmt::format("this is turn {}, not {}", turn, number));
  }
  cursor.expect(".", "a full stop after the number of the turn");
  cursor.skip_spaces();
  return true;
}

Game read_knox(std::string_view text) {
  Cursor cursor(text, kKnoxInfo.form);
  const Board board = read_board(cursor);
  ListReader reader(kKnoxWords, cursor, board);
  bool over = true, numbered = false;  // the turn is over; turns are numbered
  for (int turn = 1; !cursor.at_end();) {
    const std::size_t offset = cursor.offset();
    const bool number = take_number(cursor, board, turn);
    if (turn == 1 && over) numbered = number;
    if (number && !over)
      cursor.refuse_at(offset, "a player who takes a box moves again in the same turn");
    if (numbered && over && !number)
      cursor.refuse("expected the number of the turn that begins here");
    const std::size_t word = cursor.offset();
    over = reader.add(read_knox_edge(cursor, board), word) == 0;
    if (over) ++turn;
    const bool gap = cursor.skip_spaces();
    if (cursor.at_end()) break;
    if (cursor.take(';') || cursor.take(',')) {
      cursor.skip_spaces();
      if (cursor.at_end()) cursor.refuse_for("one more edge");
    } else if (!gap) {
      cursor.refuse_for("a semicolon or a comma");
    }
  }
  return reader.game();
}

std::string write_knox(const Game& game) {
  const Board& board = game.board();
  std::string text = board.name();
  Game so_far(board);
  bool over = true;
  int turn = 0;
  for (const int edge : game.edges()) {
    if (over) text += fmt::format("{} {}. ", turn == 0 ? "" : ";", turn + 1);
    text += (over ? "" : ", ") + write_knox_edge(board, {edge});
    if (over) ++turn;
    over = so_far.play(edge) == 0;
  }
  return text;
}

}  // namespace

const NotationEntry kKnox{.info = kKnoxInfo, .read = read_knox, .write = write_knox};

}  // namespace pipo
