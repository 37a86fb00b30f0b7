// The implementation of a notation, and the list of all notations. To add one, write a file with
// its entry, and add its name here and in registry.cpp.
#pragma once

#include <vector>

#include "pipopipette/notations.hpp"

namespace pipo {

struct NotationEntry {
  NotationInfo info;
  Game (*read)(std::string_view text);
  // If info.order is true, write is called only with games whose order of play is known.
  std::string (*write)(const Game& game);
  std::size_t longest = kLongestGame;  // longest accepted text, in bytes
  // In JSON: up to four names of members of which a text in this notation has one at least.
  // recognise() tries only notations that have a name in the text, if there are any.
  std::array<std::string_view, 4> members = {};
  bool last_move_cost = false;  // does it give the cost of the last move?
};

// A notation that gives the moves of a game in their order.
constexpr NotationInfo of_games(std::string_view name, std::string_view description,
                                NotationForm form = NotationForm::line) {
  return {.name = name,
          .description = description,
          .form = form,
          .lists = true,
          .order = true,
          .turn = true,
          .score = true};
}

extern const NotationEntry kAmdw, kAmdwPos, kArrays, kArraysColumns, kArraysXy, kBotzone, kCcgc,
    kCodingame, kColumnRow, kColumns, kDabble, kDbn, kGamescrafters, kKaggle, kKaggleObservation,
    kKaggleReplay, kKnox, kKsquares, kKsquaresLine, kLeuven, kMathpuzzle, kMoves, kOpenspiel,
    kPicture, kQdab, kRowColumn, kSau, kTrmph, kWilson, kWilsonProblem;

// Returns the owner of each box, -1 for one that is not complete. Throws BadInput if a complete box
// has no known owner. Used by notations that name the owners.
std::vector<int> all_owners(std::string_view notation, const Game& game);

// Throws BadInput if the game is over or the edge is drawn already.
void check_move(const Game& game, int edge);

// Throws BadInput unless `board` is `only`. Used by notations that support a single board.
void expect_board(std::string_view notation, const Board& board, const Board& only);

}  // namespace pipo
