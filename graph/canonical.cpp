#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "graph/region.hpp"

namespace pipo::graph {
namespace {

// The numberings that are compared at most.
constexpr int kMostNumberings = 64;

// Colours are 0, 1, 2 ..., the ground's is 0. Joints of one colour could not be told apart so far.
using Colours = std::vector<int>;

class Canonical {
 public:
  explicit Canonical(const Region& region) : region_(region), ends_(region.joints + 1) {
    for (const Span& one : region.strings) {
      if (one.from != kNoJoint) ends_[one.from].push_back({one.to, one.length});
      if (one.to != kNoJoint) ends_[one.to].push_back({one.from, one.length});
    }
  }

  Region run() {
    Colours colours(region_.joints + 1, 1);
    colours[0] = 0;
    choose(std::move(colours));
    return std::move(best_);
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
    for (Span& one : named.strings) {
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

Region canonical(const Region& region) {
  return region.joints == 0 ? region : Canonical(region).run();
}

}  // namespace pipo::graph
