// Identity (C): only the number of drawn outer edges of a box affects the value, not which of them
// are drawn, since an outer edge borders no other box. V(merged P) = V(P).
#pragma once

#include <vector>

#include "pipopipette/board.hpp"

namespace pipo {

// The outer edges of each box that has two or more of them (corner boxes; every box of a one-row or
// one-column board). Each group is in the order in which its edges are taken to be drawn: the edges
// of a start first, then by DBN index. Each edge is given by its bit in the sets to be merged,
// which need not be EdgeSets.
using OuterGroups = std::vector<std::vector<int>>;

// Returns the groups of a board, with edges by DBN index and boxes in order of their number.
OuterGroups outer_groups(const Board& board, EdgeSet start = 0);

// Returns the representative of all sets with the same numbers of drawn outer edges. In each group
// it draws the first edges.
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

// Merges a position of a board. `drawn` must contain `start`; the result contains it too.
inline EdgeSet merge_outer(const Board& board, EdgeSet drawn, EdgeSet start = 0) {
  return merged(drawn, outer_groups(board, start));
}

}  // namespace pipo
