#include "graph/trace.hpp"

#include <algorithm>
#include <utility>

namespace pipo::graph {
namespace {

// Follows the open edges of a quiet position from stop to stop, then around the loops.
class Tracer {
 public:
  Tracer(const Graph& graph, const EdgeFlags& open)
      : graph_(graph), unvisited_(open), joint_(graph.boxes()) {
    for (int box = 0; box < graph.boxes(); ++box) {
      const auto degree =
          std::ranges::count_if(graph.around(box), [&](int edge) { return open[edge]; });
      if (degree >= 3) joint_[box] = ++result_.strings.joints;
    }
  }

  Trace run() {
    for (int edge = 0; edge < graph_.edges(); ++edge) {
      const auto [first, second] = graph_.ends(edge);
      if (!unvisited_[edge] || (!is_stop(first) && !is_stop(second))) continue;
      const int from = is_stop(first) ? first : second;
      result_.edges.emplace_back();
      const auto [to, length] = follow(edge, from, result_.edges.back());
      const auto [low, high] = std::minmax({number(from), number(to)});
      result_.strings.strings.push_back({low, high, length});
    }
    for (int edge = 0; edge < graph_.edges(); ++edge) {
      std::vector<int> edges;
      if (unvisited_[edge]) {
        result_.loops.push_back(follow(edge, graph_.ends(edge)[0], edges).second);
      }
    }
    return std::move(result_);
  }

 private:
  bool is_stop(int node) const { return node == kGround || joint_[node] > 0; }
  int number(int stop) const { return stop == kGround ? kNoJoint : joint_[stop]; }

  // Returns the stop that the string ends at, and the number of boxes before it. A loop ends at its
  // first box, which counts too.
  std::pair<int, int> follow(int edge, int from, std::vector<int>& edges) {
    const int start = from;
    int length = 0;
    while (true) {
      unvisited_[edge] = false;
      edges.push_back(edge);
      from = graph_.across(edge, from);
      if (is_stop(from)) return {from, length};
      ++length;
      if (from == start) return {from, length};
      edge =
          *std::ranges::find_if(graph_.around(from), [&](int other) { return unvisited_[other]; });
    }
  }

  const Graph& graph_;
  EdgeFlags unvisited_;
  std::vector<int> joint_;  // the number of each joint, 0 for other boxes
  Trace result_;
};

}  // namespace

Trace trace(const Graph& graph, const EdgeFlags& quiet) {
  return Tracer(graph, quiet).run();
}

}  // namespace pipo::graph
