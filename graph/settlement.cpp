#include "graph/settlement.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace pipo::graph {
namespace {

int open_edges(const Graph& graph, const EdgeFlags& open, int box) {
  return static_cast<int>(
      std::ranges::count_if(graph.around(box), [&](int edge) { return open[edge]; }));
}

// Captures box after box and remembers what the handout depends on.
class Chase {
 public:
  Chase(const Graph& graph, EdgeFlags open)
      : graph_(graph), open_(std::move(open)), degree_(graph.boxes()) {
    for (int box = 0; box < graph.boxes(); ++box) {
      degree_[box] = open_edges(graph, open_, box);
      if (degree_[box] == 1) first_.push_back(box);
    }
    capturable_at_first_.resize(degree_.size());
    for (const int box : first_) capturable_at_first_[box] = true;
  }

  Settled run() {
    for (const int box : first_) follow(box);
    Settled result{std::move(open_), captured_, Handout::none};
    for (const int next : reached_) {
      if (next == kGround || degree_[next] > 0) {
        result.handout = Handout::two_boxes;
        return result;
      }
    }
    if (!reached_.empty()) result.handout = Handout::four_boxes;
    return result;
  }

 private:
  void follow(int box) {
    while (box != kGround && degree_[box] == 1) {
      const int edge =
          *std::ranges::find_if(graph_.around(box), [&](int one) { return open_[one]; });
      const int next = graph_.across(edge, box);
      open_[edge] = false;
      degree_[box] = 0;
      ++captured_;
      // A step from a box that was not capturable at first to another one, or out.
      const bool inner = !capturable_at_first_[box];
      if (inner && (next == kGround || !capturable_at_first_[next])) reached_.push_back(next);
      if (next != kGround && --degree_[next] == 0) ++captured_;
      box = next;
    }
  }

  const Graph& graph_;
  EdgeFlags open_;
  std::vector<int> degree_;  // open edges of each box
  std::vector<int> first_;   // the boxes that are capturable at first
  std::vector<bool> capturable_at_first_;
  std::vector<int> reached_;
  int captured_ = 0;
};

}  // namespace

int Settled::value(int quiet) const {
  return settled_value({.captured = captured, .handout = handout}, quiet);
}

Bounds Settled::bounds(const Bounds& quiet) const {
  if (handout == Handout::none) return {captured + quiet.lower, captured + quiet.upper};
  const int h = static_cast<int>(handout);
  // The larger of V(Q) and -h - V(Q) is at least -h / 2, and has the parity of V(Q).
  const int certain = -h / 2 + (quiet.lower & 1);
  return {captured + std::max({quiet.lower, -h - quiet.upper, certain}),
          captured + std::max(quiet.upper, -h - quiet.lower)};
}

int boxes_left(const Graph& graph, const EdgeFlags& open) {
  int left = 0;
  for (int box = 0; box < graph.boxes(); ++box) left += open_edges(graph, open, box) > 0;
  return left;
}

int completed_boxes(const Graph& graph, const EdgeFlags& open, int edge) {
  int completed = 0;
  for (const int box : graph.ends(edge)) {
    completed += box != kGround && open_edges(graph, open, box) == 1;
  }
  return completed;
}

Settled settle(const Graph& graph, EdgeFlags open) {
  return Chase(graph, std::move(open)).run();
}

}  // namespace pipo::graph
