// Components as sets of open edges: splits a position, and maps mirror images to one form.
#pragma once

#include <array>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/edge_map.hpp"
#include "probe/board/outer.hpp"

namespace pipo::theory {

class EdgeComponents {
 public:
  explicit EdgeComponents(const Board& board);

  // Returns the edges of `open` that are connected through boxes with `edge`, which is one of them.
  EdgeSet connected(EdgeSet open, int edge) const;

  // Returns the same set for all sets of open edges that differ only by a mirror image of the
  // board, or in the choice among the outer edges of a box.
  EdgeSet canonical(EdgeSet open) const;

 private:
  Board board_;
  std::array<EdgeSet, kMaximumEdges> around_{};  // the edges that share a box with each edge
  std::vector<EdgeMap> images_;                  // all except the identity
  OuterGroups outer_groups_;
};

}  // namespace pipo::theory
