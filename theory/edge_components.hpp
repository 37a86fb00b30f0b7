// Components as sets of open edges: taking a position apart, and one name for all mirror images.
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

  // The edges of `open` that are connected with `edge`, one of them, through boxes.
  EdgeSet connected(EdgeSet open, int edge) const;

  // The same set for all sets of open edges that differ only by a mirror image of the board or in
  // which outer edges of a box they contain.
  EdgeSet canonical(EdgeSet open) const;

 private:
  Board board_;
  std::array<EdgeSet, kMaximumEdges> around_{};  // the edges that share a box with each edge
  std::vector<EdgeMap> images_;                  // but for the identity
  OuterGroups outer_groups_;
};

}  // namespace pipo::theory
