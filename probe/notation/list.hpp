// Lines that list edges one by one: the board, then one word per edge. Semicolons separate the
// words; in some notations so do spaces or commas.
#pragma once

#include <string>
#include <string_view>

#include "probe/notation/cursor.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {

struct Word {
  int edge = 0;
  int player = -1;  // the player who draws it; -1 if the word does not say
};

// The way in which a notation lists edges.
struct WordList {
  NotationInfo info;
  Word (*read)(Cursor& cursor, const Board& board);
  std::string (*write)(const Board& board, const Word& word);
  bool spaces = false;         // words contain spaces, so a space does not separate words
  bool commas = false;         // commas also separate words
  bool brackets = false;       // the list may be in square brackets
  bool either_begins = false;  // the players have names, and either of them may begin
  int enough_boxes = 999;      // the game ends when a player has this number of boxes
  void (*check)(const Board& board) = nullptr;  // throws BadInput for unsupported boards
};

// Reads the board at the beginning of a line and skips the spaces after it.
Board read_board(Cursor& cursor);

// Plays the edges of a list one by one. Refuses an edge that is already drawn, a move after the end
// of the game, and a move of the wrong player.
class ListReader {
 public:
  ListReader(const WordList& words, Cursor& cursor, const Board& board);
  // Draws the edge of the word that begins at `offset`. Returns the number of boxes it completes.
  int add(const Word& word, std::size_t offset);
  // Returns the game so far; just its position and edges if the notation does not give the order.
  Game game() const;

 private:
  const WordList& words_;
  Cursor& cursor_;
  Game game_;
  std::vector<std::size_t> drawn_at_;  // by edge: the offset of its word
  int began_ = -1;                     // the player with the first move, as the words name it
};

Game read_list(std::string_view text, const WordList& words);
std::string write_list(const Game& game, const WordList& words);

template <const WordList& words>
constexpr NotationEntry list_entry() {
  return {.info = words.info,
          .read = [](std::string_view text) { return read_list(text, words); },
          .write = [](const Game& game) { return write_list(game, words); }};
}

}  // namespace pipo
