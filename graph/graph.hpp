// A strings-and-coins graph, the rest of a position: unfinished boxes are nodes, open edges join
// them, and all outer edges lead to the ground.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace pipo::graph {

// The end of an edge that leads out of the board. Boxes are numbered from 0 on.
constexpr int kGround = -1;

// More boxes than on any board. The bounds of values are stored in 16 bits.
constexpr int kMostBoxes = 10'000;

// An open edge, by its two ends.
using Ends = std::array<int, 2>;

class Graph {
 public:
  // Creates the graph of these boxes and open edges. An edge keeps its index in the list. A box
  // without an open edge has been claimed. Throws BadInput if there are too many boxes, if an end
  // is neither a box nor the ground, or if two edges join the same two boxes. Several edges may
  // join a box to the ground.
  Graph(int boxes, std::vector<Ends> edges);

  // Returns the number of boxes, claimed ones included.
  int boxes() const { return static_cast<int>(around_.size()); }
  int edges() const { return static_cast<int>(ends_.size()); }
  const Ends& ends(int edge) const { return ends_[edge]; }

  // Returns the edges of a box, in ascending order.
  std::span<const int> around(int box) const { return around_[box]; }

  // Returns the end of an edge that is not `node`.
  int across(int edge, int node) const {
    const auto [first, second] = ends(edge);
    return first == node ? second : first;
  }

 private:
  std::vector<Ends> ends_;
  std::vector<std::vector<int>> around_;
};

// A set of edges of a graph: one element for each edge, true if the set contains it.
using EdgeFlags = std::vector<bool>;

}  // namespace pipo::graph
