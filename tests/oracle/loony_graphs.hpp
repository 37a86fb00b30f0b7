// Components of loony endgames as graphs, and the offers that the opener can make. Shares no code
// with the project.
//
// Boxes are nodes and open edges join them. A component is an independent loop, or a multigraph of
// joints, the ground and the strings between them. A chain is a string from ground to ground. All
// cycles are even, as they are on a board. Whether a component fits on a board is not checked.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace oracle {

constexpr int kGroundStop = 0;  // the ground, as a string's stop; joints are numbered from 1

// A run of boxes with two open edges each.
struct Run {
  int from = kGroundStop, to = kGroundStop;  // from <= to
  int length = 0;

  friend auto operator<=>(const Run&, const Run&) = default;
};

// A component. Equal components have the same canonical form.
struct Graph {
  int loop = 0;    // the length of an independent loop, which has neither joints nor strings
  int joints = 0;  // boxes with three or four open edges
  std::vector<Run> strings;  // in ascending order

  friend auto operator<=>(const Graph&, const Graph&) = default;

  int boxes() const {
    int sum = loop + joints;
    for (const Run& one : strings) sum += one.length;
    return sum;
  }

  int degree(int joint) const {
    int ends = 0;
    for (const Run& one : strings) ends += (one.from == joint) + (one.to == joint);
    return ends;
  }
};

// The canonical form: the numbering of the joints that gives the smallest list of strings.
inline Graph canonical(const Graph& graph) {
  std::vector<int> number(static_cast<std::size_t>(graph.joints) + 1);
  std::iota(number.begin(), number.end(), 0);
  Graph least;
  do {
    Graph named = graph;
    for (Run& one : named.strings) {
      std::tie(one.from, one.to) = std::minmax({number[one.from], number[one.to]});
    }
    std::ranges::sort(named.strings);
    if (least.strings.empty() || named.strings < least.strings) least = named;
  } while (std::next_permutation(number.begin() + 1, number.end()));
  return least;
}

// The connected parts of a graph, each in canonical form.
inline std::vector<Graph> connected(const Graph& graph) {
  std::vector<int> part(static_cast<std::size_t>(graph.joints) + 1);
  std::iota(part.begin(), part.end(), 0);
  const auto root = [&](int joint) {
    while (part[joint] != joint) joint = part[joint];
    return joint;
  };
  std::vector<Graph> result;
  for (const Run& one : graph.strings) {
    if (one.to == kGroundStop) result.push_back({0, 0, {one}});
    if (one.from != kGroundStop) part[root(one.from)] = root(one.to);
  }
  for (int first = 1; first <= graph.joints; ++first) {
    if (root(first) != first || graph.degree(first) == 0) continue;
    Graph component;
    std::vector<int> number(part.size());
    for (int joint = 1; joint <= graph.joints; ++joint) {
      if (root(joint) == first) number[joint] = ++component.joints;
    }
    for (const Run& one : graph.strings) {
      if (one.to == kGroundStop || root(one.to) != first) continue;
      component.strings.push_back({number[one.from], number[one.to], one.length});
    }
    result.push_back(canonical(component));
  }
  return result;
}

// A string or loop that the opener can offer.
struct GivenAway {
  bool loop = false;
  int length = 0;
  std::vector<Graph> rest;  // of this component
};

// The effect of taking one string.
class Taking {
 public:
  Taking(const Graph& graph, std::size_t string) : graph_(graph) { take(string); }

  GivenAway given_away() && {
    for (int joint = 1; joint <= graph_.joints; ++joint) {
      if (graph_.degree(joint) == 2) join_strings_at(joint);
    }
    for (Graph& one : connected(graph_)) rest_.push_back(std::move(one));
    return {false, length_, std::move(rest_)};
  }

 private:
  std::vector<std::size_t> strings_at(int joint) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < graph_.strings.size(); ++i) {
      const Run& one = graph_.strings[i];
      if (one.from == joint || one.to == joint) result.push_back(i);
    }
    return result;
  }

  Run remove(std::size_t string) {
    const Run removed = graph_.strings[string];
    graph_.strings.erase(graph_.strings.begin() + static_cast<std::ptrdiff_t>(string));
    return removed;
  }

  // Taking a string from a joint with three open edges to itself also takes the joint and its third
  // string.
  void take(std::size_t string) {
    const Run taken = remove(string);
    length_ += taken.length;
    if (taken.from == kGroundStop || taken.from != taken.to) return;
    if (graph_.degree(taken.from) != 1) return;
    ++length_;
    take(strings_at(taken.from).front());
  }

  // A joint with only two open edges left is a box of a string or of a loop.
  void join_strings_at(int joint) {
    const std::vector<std::size_t> both = strings_at(joint);
    const Run last = remove(both.back());
    if (both.size() == 1) {
      rest_.push_back({last.length + 1, 0, {}});
      return;
    }
    const Run first = remove(both.front());
    const auto [from, to] =
        std::minmax({first.from + first.to - joint, last.from + last.to - joint});
    graph_.strings.push_back({from, to, first.length + 1 + last.length});
  }

  Graph graph_;
  int length_ = 0;
  std::vector<Graph> rest_;
};

inline std::vector<GivenAway> given_away(const Graph& graph) {
  if (graph.loop > 0) return {{true, graph.loop, {}}};
  std::vector<GivenAway> result;
  for (std::size_t i = 0; i < graph.strings.size(); ++i) {
    result.push_back(Taking(graph, i).given_away());
  }
  return result;
}

// Returns whether every cycle has an even number of boxes.
inline bool has_even_cycles(const Graph& graph) {
  std::vector<int> side(static_cast<std::size_t>(graph.joints) + 1, -1);
  const auto paint = [&](const auto& self, int joint, int colour) -> bool {
    if (side[joint] >= 0) return side[joint] == colour;
    side[joint] = colour;
    return std::ranges::all_of(graph.strings, [&](const Run& one) {
      if (one.from == kGroundStop || (one.from != joint && one.to != joint)) return true;
      return self(self, one.from + one.to - joint, (colour + one.length + 1) % 2);
    });
  };
  for (int joint = 1; joint <= graph.joints; ++joint) {
    if (side[joint] < 0 && !paint(paint, joint, 0)) return false;
  }
  return graph.loop % 2 == 0;
}

// All components of loony endgames with at most this number of boxes, smaller ones first.
inline std::vector<Graph> components_up_to(int most_boxes) {
  std::vector<Graph> result;
  for (int length = 4; length <= most_boxes; length += 2) result.push_back({length, 0, {}});
  for (int length = 3; length <= most_boxes; ++length) {
    result.push_back({0, 0, {{kGroundStop, kGroundStop, length}}});
  }
  Graph graph;
  // Strings are added in ascending order.
  const auto extend = [&](const auto& self, Run least, int left) -> void {
    int missing = 0;  // string ends, for every joint to have three
    for (int joint = 1; joint <= graph.joints; ++joint) {
      const int degree = graph.degree(joint);
      if (degree > 4) return;
      // No later string leads to a joint before least.from.
      if (degree < 3 && joint < least.from) return;
      missing += std::max(3 - degree, 0);
    }
    if (3 * ((missing + 1) / 2) > left) return;
    if (missing == 0 && has_even_cycles(graph) && connected(graph).size() == 1) {
      result.push_back(canonical(graph));
    }
    for (Run next = least; next.from <= graph.joints; ++next.from, next.to = next.from) {
      next.to = std::max(next.to, 1);
      for (; next.to <= graph.joints; ++next.to) {
        const int from = next.from == least.from && next.to == least.to ? least.length : 3;
        for (next.length = from; next.length <= left; ++next.length) {
          graph.strings.push_back(next);
          self(self, next, left - next.length);
          graph.strings.pop_back();
        }
      }
    }
  };
  // Each joint has at least three string ends, so there are at least 3/2 strings, of 3 boxes each,
  // per joint.
  for (graph.joints = 1; 11 * graph.joints <= 2 * most_boxes; ++graph.joints) {
    extend(extend, {kGroundStop, 1, 3}, most_boxes - graph.joints);
  }
  std::ranges::sort(result, {}, [](const Graph& one) { return std::pair(one.boxes(), one); });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace oracle
