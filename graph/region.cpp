#include "graph/region.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "graph/trace.hpp"

namespace pipo::graph {
namespace {

Span span_of(int one, int other, int length) {
  return {std::min(one, other), std::max(one, other), length};
}

// Returns the connected components of these strings.
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

// Joins the strings at every joint with only two open edges, which is a box of a string or of a
// loop.
class Joining {
 public:
  explicit Joining(Region strings) : left_(std::move(strings)) {}

  std::vector<Region> regions() && {
    std::vector<int> degree(left_.joints + 1);
    for (const Span& one : left_.strings) {
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
  Span remove_string_at(int joint) {
    const auto found = std::ranges::find_if(
        left_.strings, [joint](const Span& one) { return one.from == joint || one.to == joint; });
    const Span removed = *found;
    left_.strings.erase(found);
    return removed;
  }

  void join_strings_at(int joint) {
    const Span first = remove_string_at(joint);
    if (first.from == first.to) {
      loops_.push_back({first.length + 1, 0, {}});
      return;
    }
    const Span last = remove_string_at(joint);
    left_.strings.push_back(span_of(first.from + first.to - joint, last.from + last.to - joint,
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
    return {captured_, captured_ >= 3 ? Handout::two_boxes : Handout::none,
            regions_of(std::move(left_))};
  }

 private:
  int degree(int joint) const {
    int ends = 0;
    for (const Span& one : left_.strings) ends += (one.from == joint) + (one.to == joint);
    return ends;
  }

  // Taking a string that leaves a joint only one open edge takes the joint and its last string.
  void take(std::size_t string) {
    const Span taken = left_.strings[string];
    left_.strings.erase(left_.strings.begin() + static_cast<std::ptrdiff_t>(string));
    captured_ += taken.length;
    if (taken.from == kNoJoint || taken.from != taken.to || degree(taken.from) != 1) return;
    ++captured_;
    const auto last = std::ranges::find_if(left_.strings, [&](const Span& one) {
      return one.from == taken.from || one.to == taken.from;
    });
    take(static_cast<std::size_t>(last - left_.strings.begin()));
  }

  Region left_;
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

std::vector<Region> regions_of(Region strings) {
  return Joining(std::move(strings)).regions();
}

std::vector<Region> regions(const Graph& graph, const EdgeFlags& quiet) {
  Trace traced = trace(graph, quiet);
  std::ranges::sort(traced.strings.strings);
  std::vector<Region> result = connected(traced.strings);
  for (const int loop : traced.loops) result.push_back({loop, 0, {}});
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
