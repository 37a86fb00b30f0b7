// Settling on a graph: every box with one open edge is captured, until none is left (identity A of
// probe/board/settle.hpp, which holds on any graph).
#pragma once

#include "graph/graph.hpp"
#include "pipopipette/bounds.hpp"
#include "probe/board/settle.hpp"

namespace pipo::graph {

struct Settled {
  EdgeFlags open;    // the edges that stay open: a quiet position
  int captured = 0;  // k
  Handout handout = Handout::none;

  // Returns the margin for the player to move before settling, given that of the quiet position.
  int value(int quiet) const;

  // Returns bounds of the same margin, given bounds of the quiet position's.
  Bounds bounds(const Bounds& quiet) const;
};

// Returns the number of boxes that have an open edge and so can still be taken.
int boxes_left(const Graph& graph, const EdgeFlags& open);

// Returns the number of boxes that drawing this open edge completes: 0, 1 or 2.
int completed_boxes(const Graph& graph, const EdgeFlags& open, int edge);

// Settles the position of a graph in which these edges are open.
Settled settle(const Graph& graph, EdgeFlags open);

}  // namespace pipo::graph
