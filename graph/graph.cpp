#include "graph/graph.hpp"

#include <fmt/core.h>

#include <utility>

#include "pipopipette/error.hpp"

namespace pipo::graph {
namespace {

void check(const Ends& ends, int edge, int boxes) {
  for (const int end : ends) {
    if (end != kGround && (end < 0 || end >= boxes)) {
      throw BadInput(
          fmt::format("edge {} leads to box {}, but the graph has {} boxes", edge, end, boxes));
    }
  }
  if (ends[0] == ends[1]) throw BadInput(fmt::format("edge {} has two equal ends", edge));
}

}  // namespace

Graph::Graph(int boxes, std::vector<Ends> edges) : ends_(std::move(edges)) {
  if (boxes < 0 || boxes > kMostBoxes) {
    throw BadInput(fmt::format("a graph has 0 to {} boxes, not {}", kMostBoxes, boxes));
  }
  around_.resize(static_cast<std::size_t>(boxes));
  for (int edge = 0; edge < this->edges(); ++edge) {
    check(ends(edge), edge, boxes);
    const auto [first, second] = ends(edge);
    if (first != kGround && second != kGround) {
      for (const int other : around(first)) {
        if (across(other, first) != second) continue;
        throw BadInput(fmt::format("edges {} and {} join the same two boxes", other, edge));
      }
    }
    for (const int end : ends(edge)) {
      if (end != kGround) around_[end].push_back(edge);
    }
  }
}

}  // namespace pipo::graph
