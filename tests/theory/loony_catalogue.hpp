// Values of all loony endgames up to a number of boxes, computed from the rules of offering alone.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/loony_graphs.hpp"

namespace oracle {

// The name of a component with joints, or "other".
inline std::string shape_of(const Graph& graph) {
  std::vector<std::pair<int, int>> ends;
  for (const Run& one : graph.strings) ends.emplace_back(one.from, one.to);
  using Ends = decltype(ends);
  if (ends == Ends{{0, 1}, {0, 1}, {0, 1}}) return "T";
  if (ends == Ends{{0, 1}, {0, 1}, {0, 1}, {0, 1}}) return "X";
  if (ends == Ends{{0, 1}, {1, 1}}) return "dipper";
  if (ends == Ends{{1, 1}, {1, 1}}) return "shackles";
  if (ends == Ends{{1, 1}, {1, 2}, {2, 2}}) return "earmuffs";
  if (ends == Ends{{1, 2}, {1, 2}, {1, 2}}) return "eight";
  return "other";
}

// "3", "4l", "T(3+3+4)", "dipper(3+13)" by cup and handle, "earmuffs(3+14+3)" with the band in the
// middle; if the shape has no name, every string with its stops, the ground being 0, as in
// "[0-1:3 0-1:4 1-1:3]".
inline std::string name_of(const Graph& graph) {
  if (graph.loop > 0) return fmt::format("{}l", graph.loop);
  const std::vector<Run>& strings = graph.strings;
  if (graph.joints == 0) return fmt::format("{}", strings[0].length);
  const std::string shape = shape_of(graph);
  if (shape == "dipper") {
    return fmt::format("dipper({}+{})", strings[1].length, strings[0].length);
  }
  std::vector<std::string> parts;
  if (shape != "other") {
    for (const Run& one : strings) parts.push_back(fmt::format("{}", one.length));
    return fmt::format("{}({})", shape, fmt::join(parts, "+"));
  }
  for (const Run& one : strings) {
    parts.push_back(fmt::format("{}-{}:{}", one.from, one.to, one.length));
  }
  return fmt::format("[{}]", fmt::join(parts, " "));
}

// Margins of the controller:
struct LoonyValues {
  int value = 0;
  // If the controller always keeps control, except that they take the last string or loop whole,
  // and a loop if only 3-chains are left.
  int controlled = 0;
  // If they keep control until at most one chain or loop is left besides the offered one, and then
  // play best (Sierra, definition 79).
  int controlled_by_thesis = 0;
};

class LoonyCatalogue {
 public:
  // The numbers of the endgame's components, in ascending order.
  using Endgame = std::vector<int>;

  explicit LoonyCatalogue(int most_boxes)
      : most_boxes_(most_boxes), components_(components_up_to(most_boxes)) {
    for (const Graph& one : components_) {
      const int number = static_cast<int>(numbers_.size());
      numbers_.emplace(one, number);
    }
    for (const Graph& one : components_) {
      auto& offers = offers_.emplace_back();
      for (const GivenAway& given : given_away(one)) {
        offers.push_back({given.loop, given.length, find(given.rest)});
      }
    }
  }

  const Graph& component(int number) const { return components_[number]; }

  // Throws std::out_of_range if a component is none of these.
  Endgame find(const std::vector<Graph>& graphs) const {
    Endgame result;
    for (const Graph& one : graphs) result.push_back(numbers_.at(one));
    std::ranges::sort(result);
    return result;
  }

  // Calls visit(endgame) for each endgame, including the empty one.
  template <class Visit>
  void for_each(const Visit& visit) const {
    Endgame endgame;
    const auto extend = [&](const auto& self, int least, int left) -> void {
      visit(endgame);
      for (int next = least; next < static_cast<int>(components_.size()); ++next) {
        const int boxes = components_[next].boxes();
        if (boxes > left) break;
        endgame.push_back(next);
        self(self, next, left - boxes);
        endgame.pop_back();
      }
    };
    extend(extend, 0, most_boxes_);
  }

  const LoonyValues& values(const Endgame& endgame) {
    if (const auto found = known_.find(endgame); found != known_.end()) return found->second;
    LoonyValues least;
    constexpr int infinite = std::numeric_limits<int>::max();
    if (!endgame.empty()) least = {infinite, infinite, infinite};
    for (std::size_t i = 0; i < endgame.size(); ++i) {
      for (const Offer& offer : offers_[endgame[i]]) {
        const LoonyValues given = values_of(offer, without(endgame, i, offer));
        least.value = std::min(least.value, given.value);
        least.controlled = std::min(least.controlled, given.controlled);
        least.controlled_by_thesis =
            std::min(least.controlled_by_thesis, given.controlled_by_thesis);
      }
    }
    return known_.emplace(endgame, least).first->second;
  }

  // A string or loop that the opener can offer.
  struct Cost {
    bool loop = false;
    bool independent = false;  // a loop, or a chain
    int length = 0;
    int value = 0;       // the controller's margin after this offer
    int controlled = 0;  // the same for a controller who keeps control
    Endgame rest;
  };
  std::vector<Cost> costs(const Endgame& endgame) {
    std::vector<Cost> result;
    for (std::size_t i = 0; i < endgame.size(); ++i) {
      for (const Offer& offer : offers_[endgame[i]]) {
        Endgame rest = without(endgame, i, offer);
        const LoonyValues given = values_of(offer, rest);
        result.push_back({offer.loop, components_[endgame[i]].joints == 0, offer.length,
                          given.value, given.controlled, std::move(rest)});
      }
    }
    return result;
  }

  int boxes(const Endgame& endgame) const {
    int sum = 0;
    for (const int one : endgame) sum += components_[one].boxes();
    return sum;
  }

  std::string name(const Endgame& endgame) const {
    std::vector<std::string> names;
    for (const int one : endgame) names.push_back(name_of(components_[one]));
    return fmt::format("{}", fmt::join(names, "+"));
  }

 private:
  struct Offer {
    bool loop = false;
    int length = 0;
    Endgame rest;  // of its component
  };

  static Endgame without(const Endgame& endgame, std::size_t component, const Offer& offer) {
    Endgame rest = endgame;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(component));
    rest.insert(rest.end(), offer.rest.begin(), offer.rest.end());
    std::ranges::sort(rest);
    return rest;
  }

  LoonyValues values_of(const Offer& offer, const Endgame& rest) {
    if (rest.empty()) return {offer.length, offer.length, offer.length};
    const int handed_back = offer.loop ? 4 : 2;
    const LoonyValues left = values(rest);
    const int taken = offer.length - left.value;
    const int kept = offer.length - 2 * handed_back;
    const bool three_chains = std::ranges::all_of(rest, [&](int one) {
      return components_[one] == Graph{0, 0, {{kGroundStop, kGroundStop, 3}}};
    });
    const bool one_left = rest.size() == 1 && components_[rest.front()].joints == 0;
    return {std::max(taken, kept + left.value),
            offer.loop && three_chains ? taken : kept + left.controlled,
            one_left ? std::max(taken, kept + left.value) : kept + left.controlled_by_thesis};
  }

  int most_boxes_;
  std::vector<Graph> components_;  // fewer boxes first
  std::map<Graph, int> numbers_;
  std::vector<std::vector<Offer>> offers_;
  std::map<Endgame, LoonyValues> known_;
};

}  // namespace oracle
