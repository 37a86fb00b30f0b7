// Strings-and-coins graphs, the rest of a position of a board of any size: unfinished boxes are
// nodes, open edges join them, and all outer edges lead to the ground. Settling a position, which
// captures every box with one open edge until none is left (identity A of probe/board/settle.hpp,
// which holds on any graph).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "pipopipette/bounds.hpp"
#include "pipopipette/position.hpp"
#include "probe/board/settle.hpp"
#include "theory/trace.hpp"

namespace pipo::graph {

using theory::kGround;

// More boxes than on any board. The bounds of values are stored in 16 bits.
constexpr int kMostBoxes = 10'000;

// An open edge, by its two ends.
using Ends = std::array<int, 2>;

class Graph {
 public:
  // Creates the graph of these boxes and open edges. An edge keeps its index in the list. A box
  // without an open edge has been claimed. Several edges may have the same two ends. Throws
  // BadInput if there are too many boxes, if an end is neither a box nor the ground, or if both
  // ends of an edge are the same.
  Graph(int boxes, std::vector<Ends> edges);

  // Returns the number of boxes, claimed ones included.
  int boxes() const { return static_cast<int>(around_.size()); }
  int edges() const { return static_cast<int>(ends_.size()); }
  const Ends& neighbours(int edge) const { return ends_[edge]; }

  // Returns the edges of a box, in ascending order.
  std::span<const int> edges_of(int box) const { return around_[box]; }

  // Returns the end of an edge that is not `node`.
  int across(int edge, int node) const {
    const auto [first, second] = neighbours(edge);
    return first == node ? second : first;
  }

 private:
  std::vector<Ends> ends_;
  std::vector<std::vector<int>> around_;
};

// A set of edges of a graph: one element for each edge, true if the set contains it.
using EdgeFlags = std::vector<bool>;

// Returns the graph of all edges of a board. Edges and boxes keep their numbers.
Graph graph_of(const Board& board);

// Returns the edges that are open in a position.
EdgeFlags open_edges(const Position& position);

// Returns the number of boxes that have an open edge and so can still be taken.
int boxes_left(const Graph& graph, const EdgeFlags& open);

// Returns the number of boxes that drawing this open edge completes: 0, 1 or 2.
int completed_boxes(const Graph& graph, const EdgeFlags& open, int edge);

// Settles the position of a graph in which these edges are open.
struct Settled {
  EdgeFlags open;    // the edges that stay open: a quiet position
  int captured = 0;  // k
  Handout handout = Handout::none;

  // Returns k and the handout, for the functions that need no more.
  Settlement settlement() const { return {.captured = captured, .handout = handout}; }
};
Settled settle(const Graph& graph, EdgeFlags open);

}  // namespace pipo::graph
