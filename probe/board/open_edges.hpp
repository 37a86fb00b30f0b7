// The open edges of one box, on a board of any size.
#pragma once

#include <algorithm>

#include "pipopipette/position.hpp"

namespace pipo {

// Returns how many edges of a box are open.
inline int open_edges(const Position& position, int box) {
  return static_cast<int>(std::ranges::count_if(
      position.board.edges_of(box), [&](int edge) { return !position.drawn.contains(edge); }));
}

}  // namespace pipo
