// Identity (C): only the number of drawn outer edges of a box counts, not which of them are drawn,
// for an outer edge matters to no other box. V(merged P) = V(P).
#pragma once

#include <vector>

#include "pipopipette/board.hpp"

namespace pipo {

// The outer edges of each box that has two or more of them (corner boxes; every box of a one-row or
// one-column board), in the order in which they are taken to be drawn: those of a start first, then
// by DBN index. Edges by their place in a set of bits, of whatever edges that may be.
using OuterGroups = std::vector<std::vector<int>>;

// Of a board, by DBN index; boxes in order of their number.
OuterGroups outer_groups(const Board& board, EdgeSet start = 0);

// The representative of all sets with the same numbers of drawn outer edges: in each group the
// first ones are drawn.
template <typename Edges>
Edges merged(Edges drawn, const OuterGroups& groups) {
  for (const std::vector<int>& group : groups) {
    int count = 0;
    for (const int edge : group) count += static_cast<int>(drawn >> edge & 1U);
    for (const int edge : group) {
      drawn = (drawn & ~(Edges{1} << edge)) | (static_cast<Edges>(count > 0) << edge);
      --count;
    }
  }
  return drawn;
}

// Of a position of a board. `drawn` must contain `start`; so does the result.
inline EdgeSet merge_outer(const Board& board, EdgeSet drawn, EdgeSet start = 0) {
  return merged(drawn, outer_groups(board, start));
}

}  // namespace pipo
