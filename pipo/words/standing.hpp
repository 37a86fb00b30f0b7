// The turn and the score of a position, if known. With the score, the value determines the final
// score.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "pipopipette/position.hpp"

namespace pipo {

struct Standing {
  std::optional<int> turn;                  // the player to move: 0 began the game, 1 did not
  std::optional<std::array<int, 2>> score;  // boxes of the player to move, and of the other player

  bool known() const { return turn || score; }
};

// Returns the score when all boxes are taken, that of the player to move first, given the margin
// for that player under best play.
std::array<int, 2> final_mover_score(const Position& position, const std::array<int, 2>& score,
                                     int value);

// Returns "score 3-2 now, 7-2 in the end under best play, for player 2, who is to move", without a
// newline; the final score only if the value is known.
std::string standing_text(const Position& position, const Standing& standing,
                          std::optional<int> value);

// Appends members of a JSON object, each after a comma:
// ,"turn":2,"mover_score":[3,2],"final_mover_score":[7,2]. The player to move is first. Members
// named `score` begin with player 1.
void append_standing_json(std::string& out, const Position& position, const Standing& standing,
                          std::optional<int> value);

}  // namespace pipo
