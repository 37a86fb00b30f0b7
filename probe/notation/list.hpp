// Lines that list edges one by one: the board, then a word an edge, separated by semicolons.
#pragma once

#include <string>
#include <string_view>

#include "probe/notation/cursor.hpp"
#include "probe/notation/notation_entry.hpp"
#include "probe/notation/play.hpp"

namespace pipo {

struct Word {
  int edge = 0;
  int player = -1;  // who draws it, where the word says so
};

// How a notation names edges.
struct WordList {
  const NotationInfo& info;
  Word (*read)(Cursor& cursor, const Board& board);
  std::string (*write)(const Board& board, const Word& word);
  bool spaces = false;         // words have spaces in them, so that these separate none
  bool commas = false;         // separate words, too
  bool either_begins = false;  // the players have names, and either of them may begin
  int enough_boxes = 99;       // the game ends when a player has so many
  void (*check)(const Board& board) = nullptr;  // throws BadInput for boards that cannot be said
};

// The board at the beginning of a line, with the spaces behind.
Board read_board(Cursor& cursor);

// Adds the edge of the word that begins at `offset` to the play. Refuses what is drawn already,
// what comes after the end, and the wrong player.
class ListReader {
 public:
  ListReader(const WordList& words, Cursor& cursor, const Board& board);
  // Returns how many boxes the word's edge completes.
  int add(const Word& word, std::size_t offset);
  const Play& play() const { return play_; }

 private:
  const WordList& words_;
  Cursor& cursor_;
  Board board_;
  Play play_;
  std::vector<std::size_t> drawn_at_;  // by edge
  int began_ = -1;                     // as the words call the player
};

Game read_list(std::string_view text, const WordList& words);
std::string write_list(const Game& game, const WordList& words);

}  // namespace pipo
