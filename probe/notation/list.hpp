// Lines that list edges one by one: the board, then one word for each edge. Semicolons separate the
// words; in some notations so do spaces or commas. A notation gives only the spellings of an edge.
// The first one is written and all of them are read, so reading and writing cannot disagree.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/notation/cursor.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {

struct Spelling {
  std::string text;
  int player = -1;  // the player who draws the edge; -1 if the text does not say
};

// The way in which a notation lists edges.
struct WordList {
  NotationInfo info;
  std::vector<Spelling> (*spellings)(const Board& board, int edge);
  // Reads a word that has more spellings than can be listed, such as an object of JSON. Returns
  // nothing if there is none at the cursor.
  std::optional<int> (*read)(Cursor& cursor, const WordList& words, const Board& board) = nullptr;
  bool any_case = false;       // capitals are read like small letters, in which words are spelled
  bool loose = false;          // spaces beside a punctuation mark of a word do not matter
  bool spaces = false;         // words contain spaces, so a space does not separate words
  bool commas = false;         // commas also separate words
  bool brackets = false;       // the list may be in square brackets
  bool either_begins = false;  // the players have names, and either of them may begin
  int enough_boxes = 999;      // the game ends when a player has this number of boxes
  void (*check)(const Board& board) = nullptr;  // throws BadInput for unsupported boards
};

struct Word {
  int edge = 0;
  int player = -1;
};

// Reads the longest spelling of an edge at the cursor. A space of a spelling stands for any number
// of spaces and tabs. Refuses the text at the first character that fits no spelling.
Word read_word(Cursor& cursor, const WordList& words, const Board& board);

// Reads the board at the beginning of a line and skips the spaces after it.
Board read_board(Cursor& cursor);

// Reads the edges of a list one by one and plays them. Refuses an edge that is already drawn, a
// move after the end of the game, and a move of the wrong player.
class ListReader {
 public:
  ListReader(const WordList& words, Cursor& cursor, const Board& board);
  // Reads the word at the cursor and draws its edge. Returns the number of boxes it completes.
  int read_edge();
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
