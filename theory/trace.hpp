// The strings, loops and joints of a quiet position, found by following its open edges. The
// position is that of any graph whose boxes and edges are numbered as those of a board: a Board, or
// the graphs of search/graph.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "theory/multiset.hpp"

namespace pipo::theory {

// The stop that all outer open edges lead to; boxes are numbered from 0 on.
constexpr int kGround = -1;

// A maximal path of boxes with two open edges each, between two stops: joints or the ground
// (Sierra, definition 40). Its length may be 0: an open edge that joins two stops.
struct String {
  std::array<int, 2> stops{};  // kGround or the box number of a joint; both the same for a cup
  std::vector<int> boxes;      // from stops[0] to stops[1]
  std::vector<int> edges;      // in the same order, one more than boxes

  int length() const { return static_cast<int>(boxes.size()); }
  bool is_long() const { return length() >= kLongChain; }
};

// An independent loop: a cycle of boxes with two open edges each.
struct Loop {
  std::vector<int> boxes;  // in order around the cycle
  std::vector<int> edges;  // edges[i] leads to boxes[i]

  int length() const { return static_cast<int>(boxes.size()); }
};

// A box with three or more open edges.
struct Joint {
  int box = 0;
  int degree = 0;
};

struct Trace {
  std::vector<String> strings;  // by their lowest edge
  std::vector<Loop> loops;      // by their lowest edge
  std::vector<Joint> joints;    // by box number
  int ground_degree = 0;        // open outer edges
};

template <typename Graph>
class Tracer {
 public:
  // `open` has a flag for each edge.
  Tracer(const Graph& graph, std::vector<bool> open)
      : graph_(graph), unvisited_(std::move(open)), degrees_(graph.boxes()) {
    for (int edge = 0; edge < graph.edges(); ++edge) {
      if (!unvisited_[edge]) continue;
      for (const int end : graph.neighbours(edge)) {
        ++(end == kGround ? result_.ground_degree : degrees_[end]);
      }
    }
    for (int box = 0; box < graph.boxes(); ++box) {
      if (is_stop(box)) result_.joints.push_back({box, degrees_[box]});
    }
  }

  Trace run() && {
    for (int edge = 0; edge < graph_.edges(); ++edge) {
      const auto [first, second] = graph_.neighbours(edge);
      if (!unvisited_[edge] || (!is_stop(first) && !is_stop(second))) continue;
      const int stop = is_stop(first) ? first : second;
      String string{{stop, kGround}, {}, {edge}};
      unvisited_[edge] = false;
      int node = across(edge, stop);
      while (!is_stop(node)) {
        string.boxes.push_back(node);
        string.edges.push_back(leave(node));
        node = across(string.edges.back(), node);
      }
      string.stops[1] = node;
      result_.strings.push_back(std::move(string));
    }
    for (int edge = 0; edge < graph_.edges(); ++edge) {
      if (!unvisited_[edge]) continue;
      Loop loop;
      const int start = graph_.neighbours(edge)[0];
      int node = start;
      do {
        loop.edges.push_back(leave(node));
        node = across(loop.edges.back(), node);
        loop.boxes.push_back(node);
      } while (node != start);
      result_.loops.push_back(std::move(loop));
    }
    return std::move(result_);
  }

 private:
  bool is_stop(int node) const { return node == kGround || degrees_[node] >= 3; }

  // Returns the end of an edge that is not `node`.
  int across(int edge, int node) const {
    const auto [first, second] = graph_.neighbours(edge);
    return first == node ? second : first;
  }

  // Continues from a box with two open edges, over the edge not yet visited.
  int leave(int box) {
    int edge = -1;
    for (const int one : graph_.edges_of(box)) {
      if (edge < 0 && unvisited_[one]) edge = one;
    }
    unvisited_[edge] = false;
    return edge;
  }

  const Graph& graph_;
  std::vector<bool> unvisited_;
  std::vector<int> degrees_;  // of the boxes
  Trace result_;
};

template <typename Graph>
Trace trace(const Graph& graph, std::vector<bool> open) {
  return Tracer(graph, std::move(open)).run();
}

}  // namespace pipo::theory
