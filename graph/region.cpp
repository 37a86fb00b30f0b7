#include "graph/region.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace pipo::graph {
namespace {

Span span_of(int one, int other, int length) {
  return {std::min(one, other), std::max(one, other), length};
}

// Follows the open edges of a quiet position from stop to stop, then around the loops.
class Tracer {
 public:
  Tracer(const Graph& graph, const EdgeFlags& open)
      : graph_(graph), unvisited_(open), stop_(graph.boxes()) {
    for (int box = 0; box < graph.boxes(); ++box) {
      const auto degree =
          std::ranges::count_if(graph.around(box), [&](int edge) { return open[edge]; });
      if (degree >= 3) stop_[box] = ++all_.joints;
    }
  }

  std::vector<Region> trace() {
    for (int edge = 0; edge < graph_.edges(); ++edge) {
      const auto [first, second] = graph_.ends(edge);
      if (!unvisited_[edge] || (!is_stop(first) && !is_stop(second))) continue;
      const int from = is_stop(first) ? first : second;
      const auto [to, length] = follow(edge, from);
      all_.strings.push_back(span_of(number(from), number(to), length));
    }
    std::ranges::sort(all_.strings);
    std::vector<Region> result = connected(all_);
    for (int edge = 0; edge < graph_.edges(); ++edge) {
      if (unvisited_[edge]) result.push_back({follow(edge, graph_.ends(edge)[0]).second, 0, {}});
    }
    return result;
  }

 private:
  bool is_stop(int node) const { return node == kGround || stop_[node] > 0; }
  int number(int stop) const { return stop == kGround ? kNoJoint : stop_[stop]; }

  // Returns the stop that the string ends at, and the boxes before it. A loop ends at its first
  // box, which counts too.
  std::pair<int, int> follow(int edge, int from) {
    const int start = from;
    int length = 0;
    while (true) {
      unvisited_[edge] = false;
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
  std::vector<int> stop_;  // the number of each joint, 0 for other boxes
  Region all_;             // all strings and joints
};

// The effect of a move on one string.
class Taking {
 public:
  Taking(const Region& region, std::size_t string) : left_(region), degree_(region.joints + 1) {
    for (const Span& one : region.strings) {
      ++degree_[one.from];
      ++degree_[one.to];
    }
    take(string);
    for (int joint = 1; joint <= left_.joints; ++joint) {
      if (degree_[joint] == 2) join_strings_at(joint);
    }
  }

  RegionMove move() && {
    std::ranges::sort(left_.strings);
    for (Region& one : connected(left_)) loops_.push_back(std::move(one));
    return {captured_, captured_ >= 3 ? Handout::two_boxes : Handout::none, std::move(loops_)};
  }

 private:
  Span remove(std::size_t string) {
    const Span removed = left_.strings[string];
    left_.strings.erase(left_.strings.begin() + static_cast<std::ptrdiff_t>(string));
    return removed;
  }

  std::size_t string_at(int joint) const {
    const auto found = std::ranges::find_if(
        left_.strings, [joint](const Span& one) { return one.from == joint || one.to == joint; });
    return static_cast<std::size_t>(found - left_.strings.begin());
  }

  // Taking a string that leaves a joint only one open edge takes the joint and its last string.
  void take(std::size_t string) {
    const Span taken = remove(string);
    captured_ += taken.length;
    --degree_[taken.from];
    --degree_[taken.to];
    for (const int stop : {taken.from, taken.to}) {
      if (stop == kNoJoint || degree_[stop] != 1) continue;
      ++captured_;
      take(string_at(stop));
    }
  }

  // A joint with only two open edges left is a box of a string, or of a loop.
  void join_strings_at(int joint) {
    const Span first = remove(string_at(joint));
    degree_[joint] = 0;
    if (first.from == first.to) {
      loops_.push_back({first.length + 1, 0, {}});
      return;
    }
    const Span last = remove(string_at(joint));
    left_.strings.push_back(span_of(first.from + first.to - joint, last.from + last.to - joint,
                                    first.length + 1 + last.length));
  }

  Region left_;
  std::vector<int> degree_;  // of each stop, the ground included
  std::vector<Region> loops_;
  int captured_ = 0;
};

}  // namespace

int Region::boxes() const {
  int sum = loop + joints;
  for (const Span& one : strings) sum += one.length;
  return sum;
}

std::size_t RegionHash::operator()(const Region& region) const {
  std::uint64_t hash = static_cast<std::uint64_t>(region.loop) << 32 | region.joints;
  for (const Span& one : region.strings) {
    hash ^= static_cast<std::uint64_t>(one.from) << 40 ^ static_cast<std::uint64_t>(one.to) << 20 ^
            static_cast<std::uint64_t>(one.length);
    hash *= 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return hash;
}

std::vector<Region> regions(const Graph& graph, const EdgeFlags& quiet) {
  return Tracer(graph, quiet).trace();
}

std::vector<Region> connected(const Region& strings) {
  std::vector<int> parent(strings.joints + 1);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int joint) {
    while (parent[joint] != joint) joint = parent[joint] = parent[parent[joint]];
    return joint;
  };
  for (const Span& one : strings.strings) {
    if (one.from != kNoJoint) parent[root(one.from)] = root(one.to);
  }
  std::vector<Region> result;
  std::vector<int> place(parent.size(), -1);  // of the region of each root in the result
  std::vector<int> number(parent.size());     // of each joint in its region
  for (const Span& one : strings.strings) {
    if (one.to == kNoJoint) {
      result.push_back({0, 0, {one}});
      continue;
    }
    int& here = place[root(one.to)];
    if (here < 0) {
      here = static_cast<int>(result.size());
      result.emplace_back();
    }
    Region& region = result[here];
    for (const int stop : {one.from, one.to}) {
      if (stop != kNoJoint && number[stop] == 0) number[stop] = ++region.joints;
    }
    region.strings.push_back(span_of(number[one.from], number[one.to], one.length));
  }
  for (Region& region : result) std::ranges::sort(region.strings);
  return result;
}

std::vector<RegionMove> moves(const Region& region) {
  if (region.loop > 0) {
    return {{region.loop, region.loop >= 4 ? Handout::four_boxes : Handout::none, {}}};
  }
  std::vector<RegionMove> result;
  for (std::size_t i = 0; i < region.strings.size(); ++i) {
    const bool repeated = i > 0 && region.strings[i] == region.strings[i - 1];
    if (!repeated) result.push_back(Taking(region, i).move());
  }
  return result;
}

}  // namespace pipo::graph
