// What a file of this floor has to give for its notation, and all there are. To add one: a file
// with its entry, a line here, a line in registry.cpp.
#pragma once

#include "pipopipette/notations.hpp"

namespace pipo {

struct NotationEntry {
  NotationInfo info;
  Game (*read)(std::string_view text);
  // Is not asked for an order of play that is not known.
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

// In the order in which they are listed.
std::span<const NotationEntry* const> notation_entries();

// Throws BadInput where the board is another: some notations have one board only.
void expect_board(std::string_view notation, const Board& board, const Board& only);

}  // namespace pipo
