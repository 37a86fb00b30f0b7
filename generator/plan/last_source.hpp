// The layers that the values of a layer are made from: some of those up to last_source().
#pragma once

#include <algorithm>

#include "pipopipette/board.hpp"

namespace pipo {

// A move and settling capture k boxes and draw E <= k + 1 edges. The 4k sides of the boxes are
// these edges and ones drawn before, each a side of at most two of the boxes. If E = k + 1, each
// edge after the move captures one box, so the last one is a side of only one. Hence 4k <= 2E + 2
// layer if E <= k, and 4k <= 2E - 1 + 2 layer if E = k + 1. In both cases k <= layer.
inline int last_source(const Board& board, int layer) {
  return std::min(board.edges(), layer + 1 + std::min(layer, board.boxes()));
}

}  // namespace pipo
