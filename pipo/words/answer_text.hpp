// Answers for people: the value as text, and a picture with the value of every open edge.
#pragma once

#include <string>

#include "pipo/words/standing.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// "value +3: the player to move wins by 3, taking 6 of the 9 boxes left"
std::string value_text(const Position& position, int value);

// Returns a picture of the board with the value of each move in place of its edge.
std::string picture_of_moves(const Position& position, const std::vector<MoveValue>& moves);

// "h0.0 v1.2", or "all 12 moves".
std::string best_moves(const Answer& answer);

// Appends several lines: the position, its layer and value, turn and score if known, the picture,
// and the best moves.
void append_text(std::string& out, const Answer& answer, const Standing& standing = {});

}  // namespace pipo
