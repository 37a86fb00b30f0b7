// What to draw when boxes are on offer: to take them all, or to keep control by handing the last
// back.
#pragma once

#include <vector>

#include "pipopipette/board.hpp"

namespace pipo::theory {

// Edges in the order in which to draw them, as DBN indices.
struct Replies {
  // Captures every capturable box, again and again; empty in a quiet position. The player moves on.
  std::vector<int> take_all;
  // Captures all but two or four boxes and hands these back, so that the opponent takes them and
  // has to move first in the rest. Empty where that cannot be done: Settlement::handout is none.
  std::vector<int> keep_control;
};

Replies replies(const Board& board, EdgeSet drawn);

}  // namespace pipo::theory
