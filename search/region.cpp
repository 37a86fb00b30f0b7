#include "search/region.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>

namespace pipo::graph {
namespace {

String string_between(int one, int other, int length) {
  return {std::min(one, other), std::max(one, other), length};
}

// Returns the connected components of these strings.
std::vector<Region> connected(const Region& strings) {
  const std::vector<int> root = roots_of(strings);
  std::vector<Region> result;
  std::vector<int> place(root.size(), -1);  // of the region of each root in the result
  std::vector<int> number(root.size());     // of each joint in its region
  for (const String& one : strings.strings) {
    if (one.to == kGroundStop) {
      result.push_back({0, 0, {one}});
      continue;
    }
    int& here = place[root[one.to]];
    if (here < 0) {
      here = static_cast<int>(result.size());
      result.emplace_back();
    }
    Region& region = result[here];
    for (const int stop : {one.from, one.to}) {
      if (stop != kGroundStop && number[stop] == 0) number[stop] = ++region.joints;
    }
    region.strings.push_back(string_between(number[one.from], number[one.to], one.length));
  }
  for (Region& region : result) std::ranges::sort(region.strings);
  return result;
}

// Joins the strings at every joint with only two open edges, which is a box of a string or of a
// loop.
class Joining {
 public:
  explicit Joining(Region strings) : left_(std::move(strings)) {}

  std::vector<Region> regions() && {
    std::vector<int> degree(left_.joints + 1);
    for (const String& one : left_.strings) {
      ++degree[one.from];
      ++degree[one.to];
    }
    for (int joint = 1; joint <= left_.joints; ++joint) {
      if (degree[joint] == 2) join_strings_at(joint);
    }
    std::ranges::sort(left_.strings);
    for (Region& one : connected(left_)) loops_.push_back(std::move(one));
    return std::move(loops_);
  }

 private:
  String remove_string_at(int joint) {
    const auto found = std::ranges::find_if(
        left_.strings, [joint](const String& one) { return one.from == joint || one.to == joint; });
    const String removed = *found;
    left_.strings.erase(found);
    return removed;
  }

  void join_strings_at(int joint) {
    const String first = remove_string_at(joint);
    if (first.from == first.to) {
      loops_.push_back({first.length + 1, 0, {}});
      return;
    }
    const String last = remove_string_at(joint);
    left_.strings.push_back(string_between(first.from + first.to - joint,
                                           last.from + last.to - joint,
                                           first.length + 1 + last.length));
  }

  Region left_;
  std::vector<Region> loops_;
};

// The effect of a move on one string.
class Taking {
 public:
  Taking(const Region& region, std::size_t string) : left_(region) { take(string); }

  RegionMove move() && {
    return {captured_, handout_of_string(captured_, joint_captured_), regions_of(std::move(left_))};
  }

 private:
  int degree(int joint) const {
    int ends = 0;
    for (const String& one : left_.strings) ends += (one.from == joint) + (one.to == joint);
    return ends;
  }

  // Taking a string that leaves a joint only one open edge takes the joint and its last string.
  void take(std::size_t string) {
    const String taken = left_.strings[string];
    left_.strings.erase(left_.strings.begin() + static_cast<std::ptrdiff_t>(string));
    captured_ += taken.length;
    if (taken.from == kGroundStop || taken.from != taken.to || degree(taken.from) != 1) return;
    ++captured_;
    joint_captured_ = true;
    const auto last = std::ranges::find_if(left_.strings, [&](const String& one) {
      return one.from == taken.from || one.to == taken.from;
    });
    take(static_cast<std::size_t>(last - left_.strings.begin()));
  }

  Region left_;
  int captured_ = 0;
  bool joint_captured_ = false;
};

// The numberings that are compared at most.
constexpr int kMostNumberings = 64;

// More than boards have, which have 8 symmetries. Larger regions are not examined.
constexpr int kManyNumberings = 20;
constexpr int kMostJoints = 64;

// Colours are 0, 1, 2 ..., the ground's is 0. Joints of one colour could not be told apart so far.
using Colours = std::vector<int>;

class Canonical {
 public:
  explicit Canonical(const Region& region) : region_(region), ends_(region.joints + 1) {
    for (const String& one : region.strings) {
      if (one.from != kGroundStop) ends_[one.from].push_back({one.to, one.length});
      if (one.to != kGroundStop) ends_[one.to].push_back({one.from, one.length});
    }
  }

  Region run() {
    number();
    return std::move(best_);
  }

  // Returns the number of numberings that are compared: at least that of symmetries, up to the
  // most.
  int number() {
    Colours colours(region_.joints + 1, 1);
    colours[0] = 0;
    choose(std::move(colours));
    return numberings_;
  }

 private:
  // The view from a joint: its colour, then the length and the colour of each string's other
  // end, in ascending order.
  using View = std::pair<std::vector<int>, int>;

  View view(const Colours& colours, int joint) const {
    std::vector<std::array<int, 2>> strings;
    for (const auto& [stop, length] : ends_[joint]) {
      strings.push_back({length, colours[stop]});
    }
    std::ranges::sort(strings);
    View result{{colours[joint]}, joint};
    for (const auto& [length, colour] : strings) {
      result.first.push_back(length);
      result.first.push_back(colour);
    }
    return result;
  }

  // Refines the colours until joints of one colour have equal views. Returns the number of colours.
  int refine(Colours& colours) const {
    int count = 0;
    while (true) {
      std::vector<View> views;
      for (int joint = 1; joint <= region_.joints; ++joint) views.push_back(view(colours, joint));
      std::ranges::sort(views);
      int colour = 0;
      for (std::size_t i = 0; i < views.size(); ++i) {
        if (i == 0 || views[i].first != views[i - 1].first) ++colour;
        colours[views[i].second] = colour;
      }
      if (colour == count) return count;
      count = colour;
    }
  }

  void choose(Colours colours) {
    const int count = refine(colours);
    if (count == region_.joints) {
      compare(colours);
      return;
    }
    const int alike = least_repeated(colours, count);
    for (int joint = 1; joint <= region_.joints && numberings_ < kMostNumberings; ++joint) {
      if (colours[joint] != alike) continue;
      // Moves this joint before the others of its colour.
      Colours chosen = colours;
      for (int& colour : chosen) colour *= 2;
      --chosen[joint];
      choose(std::move(chosen));
    }
  }

  static int least_repeated(const Colours& colours, int count) {
    std::vector<int> joints(count + 1);
    for (const int colour : colours) ++joints[colour];
    int colour = 1;
    while (joints[colour] < 2) ++colour;
    return colour;
  }

  void compare(const Colours& number) {
    ++numberings_;
    Region named = region_;
    for (String& one : named.strings) {
      const auto [from, to] = std::minmax(number[one.from], number[one.to]);
      one = {from, to, one.length};
    }
    std::ranges::sort(named.strings);
    if (numberings_ == 1 || named.strings < best_.strings) best_ = std::move(named);
  }

  const Region& region_;
  std::vector<std::vector<std::array<int, 2>>> ends_;  // {stop, length} of each joint's strings
  Region best_;
  int numberings_ = 0;
};

}  // namespace

int Region::boxes() const {
  int sum = loop + joints;
  for (const String& one : strings) sum += one.length;
  return sum;
}

std::size_t RegionHash::operator()(const Region& region) const {
  std::uint64_t hash = static_cast<std::uint64_t>(region.loop) << 32 | region.joints;
  for (const String& one : region.strings) {
    hash ^= static_cast<std::uint64_t>(one.from) << 40 ^ static_cast<std::uint64_t>(one.to) << 20 ^
            static_cast<std::uint64_t>(one.length);
    hash *= 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

Trace trace(const Graph& graph, const EdgeFlags& quiet) {
  theory::Trace found = theory::trace(graph, quiet);
  Trace result;
  std::vector<int> number(graph.boxes());  // of each joint
  for (const theory::Joint& joint : found.joints) number[joint.box] = ++result.strings.joints;
  const auto stop = [&](int node) { return node == kGround ? kGroundStop : number[node]; };
  for (theory::String& one : found.strings) {
    result.strings.strings.push_back(
        string_between(stop(one.stops[0]), stop(one.stops[1]), one.length()));
    result.edges.push_back(std::move(one.edges));
  }
  for (const theory::Loop& loop : found.loops) result.loops.push_back(loop.length());
  return result;
}

int strings_when_settled(const Position& position) {
  const Graph graph = graph_of(position.board);
  const Trace found = trace(graph, settle(graph, open_edges(position)).open);
  return static_cast<int>(found.strings.strings.size() + found.loops.size());
}

std::vector<int> roots_of(const Region& strings) {
  std::vector<int> parent(strings.joints + 1);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int joint) {
    while (parent[joint] != joint) joint = parent[joint] = parent[parent[joint]];
    return joint;
  };
  for (const String& one : strings.strings) {
    if (one.from != kGroundStop) parent[root(one.from)] = root(one.to);
  }
  for (int& one : parent) one = root(one);
  return parent;
}

std::vector<Region> regions_of(Region strings) {
  return Joining(std::move(strings)).regions();
}

Region canonical(const Region& region) {
  return region.joints == 0 ? region : Canonical(region).run();
}

bool has_many_symmetries(const Graph& graph, const EdgeFlags& open) {
  const std::vector<Region> regions = regions_of(trace(graph, settle(graph, open).open).strings);
  return std::ranges::any_of(regions, [](const Region& region) {
    return region.joints > 0 && region.joints <= kMostJoints &&
           Canonical(region).number() >= kManyNumberings;
  });
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
