// Builds the captured components of identity (A) one by one, on boards of any size. settle() does
// not need them.
#include <algorithm>

#include "probe/board/open_edges.hpp"
#include "probe/board/settle.hpp"

namespace pipo {
namespace {

// Takes boxes until none can be taken. Returns the edges drawn.
IndexSet drawn_by_settling(const Position& position) {
  const Board& board = position.board;
  Position now = position;
  IndexSet drawn;
  std::vector<int> capturable;
  for (int box = 0; box < board.boxes(); ++box) {
    if (open_edges(now, box) == 1) capturable.push_back(box);
  }
  while (!capturable.empty()) {
    const int box = capturable.back();
    capturable.pop_back();
    for (const int edge : board.edges_of(box)) {  // the last open one, if it is still open
      if (now.drawn.contains(edge)) continue;
      now.drawn.insert(edge);
      drawn.insert(edge);
      for (const int beside : board.neighbours(edge)) {
        if (beside >= 0 && open_edges(now, beside) == 1) capturable.push_back(beside);
      }
    }
  }
  return drawn;
}

class ComponentFinder {
 public:
  explicit ComponentFinder(const Position& position)
      : position_(position), drawn_(drawn_by_settling(position)) {}

  std::vector<CapturedComponent> find() {
    std::vector<CapturedComponent> components;
    IndexSet seen;
    for (int box = 0; box < board().boxes(); ++box) {
      if (!is_captured(box) || seen.contains(box)) continue;
      components.push_back(component_of(box));
      seen |= components.back().boxes;
    }
    return components;
  }

 private:
  const Board& board() const { return position_.board; }

  // A box is captured if it had open edges and settling drew them all.
  bool is_captured(int box) const {
    const auto edges = board().edges_of(box);
    return open_edges(position_, box) > 0 && std::ranges::all_of(edges, [&](int edge) {
             return drawn_.contains(edge) || position_.drawn.contains(edge);
           });
  }

  // Grows a component from one box along the edges drawn while settling, over captured boxes only.
  CapturedComponent component_of(int first) const {
    CapturedComponent component;
    std::vector<int> boxes{first};
    component.boxes.insert(first);
    IndexSet inner;  // edges with one of its boxes on both sides
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (const int edge : board().edges_of(boxes[i])) {
        if (!drawn_.contains(edge)) continue;
        component.edges.insert(edge);
        for (const int beside : board().neighbours(edge)) {
          if (beside < 0 || beside == boxes[i] || !is_captured(beside)) continue;
          inner.insert(edge);
          if (component.boxes.contains(beside)) continue;
          component.boxes.insert(beside);
          boxes.push_back(beside);
        }
      }
    }
    component.open_ended = inner != component.edges;
    component.has_path_of_4 = has_path_of_4(inner);
    return component;
  }

  // A path of four boxes has a middle edge whose two boxes each have another inner edge. Those
  // edges lead to different boxes, since a component is a tree.
  bool has_path_of_4(const IndexSet& inner) const {
    const auto branches = [&](int box) {
      return std::ranges::count_if(board().edges_of(box),
                                   [&](int edge) { return inner.contains(edge); }) >= 2;
    };
    return std::ranges::any_of(inner.members(), [&](int edge) {
      const auto [one, other] = board().neighbours(edge);
      return branches(one) && branches(other);
    });
  }

  const Position& position_;
  const IndexSet drawn_;
};

}  // namespace

std::vector<CapturedComponent> captured_components(const Position& position) {
  return ComponentFinder(position).find();
}

int boxes_left(const Position& position) {
  int left = 0;
  for (int box = 0; box < position.board.boxes(); ++box) left += open_edges(position, box) > 0;
  return left;
}

bool is_quiet(const Position& position) {
  for (int box = 0; box < position.board.boxes(); ++box) {
    if (open_edges(position, box) == 1) return false;
  }
  return true;
}

WideSettlement settle(const Position& position) {
  const Board& board = position.board;
  if (board.is_small()) {
    const Settlement settled = settle(board, static_cast<EdgeSet>(position.drawn));
    return {settled.quiet, settled.captured, settled.handout};
  }
  const std::vector<CapturedComponent> components = captured_components(position);
  WideSettlement result{position.drawn, 0, handout_of(components)};
  for (const CapturedComponent& component : components) {
    result.quiet |= component.edges;
    result.captured += component.boxes.size();
  }
  return result;
}

Handout handout_of(std::span<const CapturedComponent> components) {
  Handout handout = Handout::none;
  for (const CapturedComponent& component : components) {
    if (component.open_ended && component.boxes.size() >= 2) return Handout::two_boxes;
    if (!component.open_ended && component.has_path_of_4) handout = Handout::four_boxes;
  }
  return handout;
}

}  // namespace pipo
