// The implementation of a notation, and the list of all notations. To add one, write a file with
// its entry, and add a line here and a line in registry.cpp.
#pragma once

#include "pipopipette/notations.hpp"

namespace pipo {

struct NotationEntry {
  NotationInfo info;
  Game (*read)(std::string_view text);
  // If info.order is true, write is called only with games whose order of play is known.
  std::string (*write)(const Game& game);
};

extern const NotationEntry kAmdw;
extern const NotationEntry kBotzone;
extern const NotationEntry kCcgc;
extern const NotationEntry kCodingame;
extern const NotationEntry kColumns;
extern const NotationEntry kDabble;
extern const NotationEntry kDbn;
extern const NotationEntry kGamescrafters;
extern const NotationEntry kKaggle;
extern const NotationEntry kKnox;
extern const NotationEntry kKsquares;
extern const NotationEntry kKsquaresLine;
extern const NotationEntry kMathpuzzle;
extern const NotationEntry kMoves;
extern const NotationEntry kOpenspiel;
extern const NotationEntry kPicture;
extern const NotationEntry kQdab;
extern const NotationEntry kSau;
extern const NotationEntry kWilson;
extern const NotationEntry kWilsonProblem;

// Returns all notations in the order in which they are listed.
std::span<const NotationEntry* const> notation_entries();

// Throws BadInput unless `board` is `only`. Used by notations that support a single board.
void expect_board(std::string_view notation, const Board& board, const Board& only);

}  // namespace pipo
