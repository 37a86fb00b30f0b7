// The layers that the values of a layer are made from: some of those up to last_source().
#pragma once

#include <algorithm>

#include "pipopipette/board.hpp"

namespace pipo {

// A move and settling capture k boxes and draw at most k + 1 edges. Each of these boxes had two
// drawn edges, and an edge borders two boxes at most, so k is at most the number of drawn edges.
inline int last_source(const Board& board, int layer) {
  return std::min(board.edges(), layer + 1 + std::min(layer, board.boxes()));
}

}  // namespace pipo
