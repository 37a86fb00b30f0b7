// A game or a position as somebody wrote it, in some notation, with its standing.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "pipo/words/standing.hpp"
#include "pipopipette/notations.hpp"

namespace pipo {

// How to read a game or a position.
struct Reading {
  std::string notation = "dbn";             // or "auto"
  bool ordered = false;                     // listed edges are in order of play
  std::optional<std::array<int, 2>> score;  // of the player to move and of the other player
};

// A game, or only a position, with its turn and score if known.
struct GivenGame {
  Game game;
  Standing standing;
};

// Parses "5-3", the boxes of the player to move and of the other player. Throws BadInput.
std::array<int, 2> parse_score(std::string_view text);

// Reads a text, which may have several lines. Lines before the game that begin with "#" are
// comments. Throws BadInput.
Game read_as(const Reading& reading, std::string_view text);

// Returns the turn and the score, as far as known. Throws BadInput if the given score contradicts
// the game.
Standing standing_of(const Reading& reading, const Game& game);

// Returns a game that starts from a position. Player 0 is to move unless `standing` says otherwise.
// The score begins at that of `standing`, otherwise at 0-0, so that it counts the boxes taken from
// here on.
Game started(const Position& start, const Standing& standing = {});

// Returns the game of these moves from another start. Throws BadInput if it is on another board.
Game replayed(const Game& game, const Position& start, const Standing& standing);

// Returns the game to continue: the given game itself if it is in order of play, so that its moves
// can be taken back, otherwise one started from its position.
Game continued(const GivenGame& given);

// Reads a line. Throws BadInput.
GivenGame read_line(const Reading& reading, std::string_view line);

}  // namespace pipo
