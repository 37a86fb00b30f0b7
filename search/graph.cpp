#include "search/graph.hpp"

#include <fmt/core.h>

#include <algorithm>
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

int open_around(const Graph& graph, const EdgeFlags& open, int box) {
  return static_cast<int>(
      std::ranges::count_if(graph.edges_of(box), [&](int edge) { return open[edge]; }));
}

// Captures box after box and remembers what the handout depends on.
class Chase {
 public:
  Chase(const Graph& graph, EdgeFlags open)
      : graph_(graph), open_(std::move(open)), degree_(graph.boxes()) {
    for (int box = 0; box < graph.boxes(); ++box) {
      degree_[box] = open_around(graph, open_, box);
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
          *std::ranges::find_if(graph_.edges_of(box), [&](int one) { return open_[one]; });
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

Graph::Graph(int boxes, std::vector<Ends> edges) : ends_(std::move(edges)) {
  if (boxes < 0 || boxes > kMostBoxes) {
    throw BadInput(fmt::format("a graph has 0 to {} boxes, not {}", kMostBoxes, boxes));
  }
  around_.resize(static_cast<std::size_t>(boxes));
  for (int edge = 0; edge < this->edges(); ++edge) {
    check(neighbours(edge), edge, boxes);
    for (const int end : neighbours(edge)) {
      if (end != kGround) around_[end].push_back(edge);
    }
  }
}

Graph graph_of(const Board& board) {
  std::vector<Ends> edges;
  for (int edge = 0; edge < board.edges(); ++edge) edges.push_back(board.neighbours(edge));
  return Graph(board.boxes(), std::move(edges));
}

EdgeFlags open_edges(const Position& position) {
  EdgeFlags open(static_cast<std::size_t>(position.board.edges()), true);
  for (const int edge : position.drawn.members()) open[static_cast<std::size_t>(edge)] = false;
  return open;
}

int boxes_left(const Graph& graph, const EdgeFlags& open) {
  int left = 0;
  for (int box = 0; box < graph.boxes(); ++box) left += open_around(graph, open, box) > 0;
  return left;
}

int completed_boxes(const Graph& graph, const EdgeFlags& open, int edge) {
  int completed = 0;
  for (const int box : graph.neighbours(edge)) {
    completed += box != kGround && open_around(graph, open, box) == 1;
  }
  return completed;
}

Settled settle(const Graph& graph, EdgeFlags open) {
  return Chase(graph, std::move(open)).run();
}

}  // namespace pipo::graph
