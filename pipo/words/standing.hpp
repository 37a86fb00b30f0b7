// Whose turn it is and what the score is, where that is known of a position: then its value says
// what the score will be at the end.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "pipopipette/position.hpp"

namespace pipo {

struct Standing {
  std::optional<int> turn;                  // the player to move: 0 began the game, 1 did not
  std::optional<std::array<int, 2>> score;  // boxes of the player to move, and of the other

  bool known() const { return turn || score; }
};

// Boxes that are complete, and that are not.
int complete_boxes(const Position& position);
int boxes_left(const Position& position);

// The score when all boxes are taken, given the margin for the player to move under best play.
std::array<int, 2> final_score(const Position& position, const std::array<int, 2>& score,
                               int value);

// "score 3-2 now, 7-2 in the end under best play, for player 2, who is to move": a line without its
// end; the end of the game only where the value is known.
std::string standing_in_words(const Position& position, const Standing& standing,
                              std::optional<int> value);

// Members of a JSON object, each behind a comma: ,"turn":2,"score":[3,2],"final_score":[7,2]
void append_standing_json(std::string& out, const Position& position, const Standing& standing,
                          std::optional<int> value);

}  // namespace pipo
