// The moves to draw if boxes are on offer: take them all, or keep control by handing the last ones
// back.
#pragma once

#include <vector>

#include "pipopipette/board.hpp"

namespace pipo::theory {

// Edges in the order in which to draw them, as DBN indices.
struct Replies {
  // Captures every capturable box until none is left; empty in a quiet position. The player then
  // makes another move.
  std::vector<int> take_all;
  // Captures all but two or four boxes and hands these back. The opponent takes them and has to
  // move first in the rest. Empty if that is impossible: Settlement::handout is none.
  std::vector<int> keep_control;
};

Replies replies(const Board& board, EdgeSet drawn);

}  // namespace pipo::theory
