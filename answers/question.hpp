// A question as text: a game or a position as somebody wrote it, in some notation, with its turn
// and score.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/notations.hpp"
#include "pipopipette/position.hpp"

namespace pipo {

// The turn and the score of a position, if known. With the score, the value determines the final
// score.
struct TurnAndScore {
  std::optional<int> turn;                  // the player to move: 0 began the game, 1 did not
  std::optional<std::array<int, 2>> score;  // boxes of the player to move, and of the other player

  bool known() const { return turn || score; }
};

// How to read a game or a position.
struct ReadOptions {
  std::string notation = "dbn";             // or "auto"
  bool ordered = false;                     // listed edges are in order of play
  std::optional<std::array<int, 2>> score;  // of the player to move and of the other player
  // The cost of the last move for which values are asked. A game that names another one is refused;
  // nothing: any cost is read.
  std::optional<LastMoveCost> last_move_cost = LastMoveCost{0};
};

// A game, or only a position, with its turn and score if known.
struct ParsedGame {
  Game game;
  TurnAndScore turn_and_score;
};

// Parses "5-3", the boxes of the player to move and of the other player. Throws BadInput.
std::array<int, 2> parse_score(std::string_view text);

// Reads a text, which may have several lines. Lines before the game that begin with "#" are
// comments. Throws BadInput.
Game read_as(const ReadOptions& reading, std::string_view text);

// Returns the turn and the score, as far as known. Throws BadInput if the given score contradicts
// the game.
TurnAndScore turn_and_score_of(const ReadOptions& reading, const Game& game);

// Returns a game that starts from a position. Player 0 is to move unless `turn_and_score` says
// otherwise. The score begins at that of `turn_and_score`, otherwise at 0-0, so that it counts the
// boxes taken from here on.
Game started(const Position& start, const TurnAndScore& turn_and_score = {});

// Returns the game of these moves from another start. Throws BadInput if it is on another board.
Game replayed(const Game& game, const Position& start, const TurnAndScore& turn_and_score);

// Returns the game to continue: the given game itself if it is in order of play, so that its moves
// can be taken back, otherwise one started from its position.
Game continued(const ParsedGame& given);

// Reads a line. Throws BadInput.
ParsedGame read_line(const ReadOptions& reading, std::string_view line);

// A line of a batch, which may not be a position.
struct Question {
  std::uint64_t number = 0;  // 1 for the first
  std::string_view text;
  std::optional<Position> position;
  TurnAndScore turn_and_score;
  std::string problem;  // why the text is not a position; empty if it is one
};

Question parse_question(std::string_view text, const ReadOptions& reading = {},
                        std::uint64_t number = 1);

}  // namespace pipo
