// Lines of best play, by any source of answers.
#pragma once

#include <algorithm>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Returns the best move that captures most boxes, the first of several.
inline const MoveValue& move_of_line(const Answer& answer) {
  const MoveValue* best = nullptr;
  for (const MoveValue& move : answer.moves) {
    if (move.value != answer.value) continue;
    if (best == nullptr || move.captures > best->captures) best = &move;
  }
  return *best;
}

// Returns the line that Tables::line describes. `answer_of` returns the answer for a position.
template <typename AnswerOf>
std::vector<MoveValue> best_line(Position position, AnswerOf answer_of) {
  std::vector<MoveValue> line;
  int player = 0;
  do {
    const Answer answer = answer_of(position);
    if (position.open() == 0) break;
    const MoveValue& move = move_of_line(answer);
    line.push_back(
        {.edge = move.edge, .captures = move.captures, .value = move.value, .player = player});
    position.drawn.insert(move.edge);
    if (move.captures == 0) player = 1 - player;
  } while (position.open() != 0);
  return line;
}

}  // namespace pipo
