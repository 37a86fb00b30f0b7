#include "probe/notation/list.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

// True at the end of the text, or at a closing bracket.
bool at_list_end(const Cursor& cursor, const WordList& words) {
  return cursor.at_end() || (words.brackets && cursor.at("]"));
}

// Skips spaces and line ends. Returns whether there were any.
bool skip_gap(Cursor& cursor) {
  bool gap = false;
  while (cursor.skip_spaces() || cursor.take('\n') || cursor.take('\r')) gap = true;
  return gap;
}

// Skips the separator of two words. Returns false at the end of the list.
bool next_word(Cursor& cursor, const WordList& words) {
  const bool gap = skip_gap(cursor);
  if (at_list_end(cursor, words)) return false;
  if (cursor.take(';') || (words.commas && cursor.take(','))) {
    skip_gap(cursor);
    if (at_list_end(cursor, words)) cursor.refuse_for("one more edge");
    return true;
  }
  if (!gap || words.spaces) cursor.refuse_for("a semicolon between two edges");
  return true;
}

}  // namespace

Board read_board(Cursor& cursor) {
  try {
    const Board board = Board::parse(cursor.take_until(" \t\r\n"));
    skip_gap(cursor);
    return board;
  } catch (const Malformed&) {
    throw;
  } catch (const BadInput& error) {
    cursor.refuse_at(0, error.what());
  }
}

ListReader::ListReader(const WordList& words, Cursor& cursor, const Board& board)
    : words_(words),
      cursor_(cursor),
      game_(board),
      drawn_at_(static_cast<std::size_t>(board.edges())) {}

int ListReader::add(const Word& word, std::size_t offset) {
  const Board& board = game_.board();
  const std::string name = edge_name(board, word.edge);
  if (game_.over()) {
    cursor_.refuse_at(offset, fmt::format("no edge can follow: all {} edges of {} are drawn",
                                          board.edges(), board.name()));
  }
  if (std::ranges::max(*game_.score()) >= words_.enough_boxes) {
    cursor_.refuse_at(offset,
                      fmt::format("no edge can follow: a player has {} boxes, which ends the game",
                                  words_.enough_boxes));
  }
  std::size_t& drawn_at = drawn_at_[static_cast<std::size_t>(word.edge)];
  if (game_.position().drawn.contains(word.edge)) {
    cursor_.refuse_at(offset, fmt::format("this edge, {}, is drawn already in {}", name,
                                          cursor_.place(drawn_at)));
  }
  if (word.player >= 0) {
    if (began_ < 0) began_ = words_.either_begins ? word.player : 0;
    if ((word.player ^ began_) != *game_.turn()) {
      cursor_.refuse_at(offset, fmt::format("it is the other player's turn to draw {}", name));
    }
  }
  drawn_at = offset;
  return game_.play(word.edge);
}

Game ListReader::game() const {
  if (words_.info.order) return game_;
  return Game(game_.position(), {.listed = game_.edges()});
}

Game read_list(std::string_view text, const WordList& words) {
  Cursor cursor(text, words.info.form);
  const Board board = read_board(cursor);
  if (words.check != nullptr) words.check(board);
  ListReader reader(words, cursor, board);
  const bool bracket = words.brackets && cursor.take('[');
  if (bracket) cursor.skip_spaces();
  bool more = !at_list_end(cursor, words);
  while (more) {
    const std::size_t offset = cursor.offset();
    reader.add(words.read(cursor, board), offset);
    more = next_word(cursor, words);
  }
  if (bracket) cursor.expect("]", "a closing bracket");
  if (!cursor.at_end()) cursor.refuse_for("the end");
  return reader.game();
}

std::string write_list(const Game& game, const WordList& words) {
  const Board& board = game.board();
  if (words.check != nullptr) words.check(board);
  std::string text = board.name();
  std::string_view separator = " ";
  Game so_far(board);
  for (const int edge : game.edges()) {
    if (std::ranges::max(*so_far.score()) >= words.enough_boxes) {
      throw BadInput(
          fmt::format("{} ends when a player has {} boxes, but this game has a later move",
                      words.info.name, words.enough_boxes));
    }
    text.append(separator).append(words.write(board, {edge, *so_far.turn()}));
    separator = "; ";
    so_far.play(edge);
  }
  return text;
}

}  // namespace pipo
