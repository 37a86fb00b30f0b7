// Best play from a position to the end, as data, text and JSON.
#pragma once

#include <string>
#include <vector>

#include "answers/question.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/solver.hpp"
#include "probe/file/layer_json.hpp"
#include "solve/limits.hpp"

namespace pipo {

struct BestPlay {
  ParsedGame given;
  int value = 0;                  // margin for the player to move in the position
  Method method = Method::table;  // the method that found it
  std::vector<MoveValue> line;    // Solver::line

  // For each move of the line, the best moves of its position, including the move itself, as DBN
  // indices; empty unless requested.
  std::vector<std::vector<int>> best;

  LastMoveCost last_move_cost = 0;
};

// `time` limits all of the work together. Throws what Solver::line throws.
BestPlay best_play(const ParsedGame& given, SharedTime time, bool with_alternatives);

// Returns many lines: the position, one line per move, and the full board with the owner of each
// box.
std::string best_play_text(const BestPlay& play);

Json best_play_json(const BestPlay& play);

}  // namespace pipo
