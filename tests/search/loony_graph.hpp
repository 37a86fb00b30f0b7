// The oracle's loony components as a graph.
#pragma once

#include <vector>

#include "search/graph.hpp"
#include "tests/oracle/loony_graphs.hpp"

namespace pipo::graph::test {

// Adds components to a graph, box by box.
class Builder {
 public:
  void add(const oracle::Graph& component) {
    const int first_joint = boxes_ - 1;  // joints are numbered from 1
    boxes_ += component.joints;
    const auto node = [&](int stop) {
      return stop == oracle::kGroundStop ? kGround : first_joint + stop;
    };
    for (const oracle::Run& one : component.strings) path(node(one.from), node(one.to), one.length);
    if (component.loop > 0) {
      const int first = boxes_++;
      path(first, first, component.loop - 1);
    }
  }

  int boxes() const { return boxes_; }
  Graph graph() const { return Graph(boxes_, edges_); }

 private:
  void path(int from, int to, int length) {
    for (; length > 0; --length) {
      edges_.push_back({from, boxes_});
      from = boxes_++;
    }
    edges_.push_back({from, to});
  }

  int boxes_ = 0;
  std::vector<Ends> edges_;
};

inline Graph graph_of(const std::vector<oracle::Graph>& components) {
  Builder builder;
  for (const oracle::Graph& one : components) builder.add(one);
  return builder.graph();
}

}  // namespace pipo::graph::test
