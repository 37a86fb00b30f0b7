#include "theory/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/open_edges.hpp"

namespace pipo::theory {
namespace {

// Returns the kind of a component with joints. It depends on the degrees and on how many strings
// are cups, handles to the ground, or neither.
Kind kind_of(const Structure& structure, const Component& component) {
  int cups = 0, handles = 0, between = 0;
  for (const int index : component.strings) {
    const auto [from, to] = structure.strings[index].stops;
    (from == to ? cups : from == kGround || to == kGround ? handles : between) += 1;
  }
  const std::size_t joints = component.joints.size();
  if (joints == 1 && cups == 0) return handles == 3 ? Kind::tee : Kind::cross;
  if (joints == 1 && cups == 1 && handles == 1) return Kind::dipper;
  if (joints == 1 && cups == 2) return Kind::shackles;
  if (joints == 2 && cups == 2 && between == 1 && handles == 0) return Kind::earmuffs;
  if (joints == 2 && between == 3 && component.strings.size() == 3) return Kind::eight;
  return Kind::other;
}

// Gathers strings that share a joint.
class Gatherer {
 public:
  explicit Gatherer(Structure& structure)
      : structure_(structure),
        string_seen_(structure.strings.size()),
        joint_seen_(structure.joints.size()) {}

  void gather() {
    for (std::size_t i = 0; i < string_seen_.size(); ++i) {
      if (string_seen_[i]) continue;
      Component component;
      visit_string(component, static_cast<int>(i));
      component.kind = component.joints.empty() ? Kind::chain : kind_of(structure_, component);
      std::ranges::sort(component.strings);
      std::ranges::sort(component.joints);
      structure_.components.push_back(std::move(component));
    }
    for (std::size_t i = 0; i < structure_.loops.size(); ++i) {
      Component component{Kind::loop, {}, {}, {}, {}, static_cast<int>(i)};
      add(component, structure_.loops[i].boxes, structure_.loops[i].edges);
      structure_.components.push_back(std::move(component));
    }
    std::ranges::sort(structure_.components, {},
                      [](const Component& one) { return one.boxes.least(); });
  }

 private:
  static void add(Component& component, const std::vector<int>& boxes,
                  const std::vector<int>& edges) {
    for (const int box : boxes) component.boxes.insert(box);
    for (const int edge : edges) component.edges.insert(edge);
  }

  void visit_string(Component& component, int index) {
    if (string_seen_[index]) return;
    string_seen_[index] = true;
    component.strings.push_back(index);
    const String& string = structure_.strings[index];
    add(component, string.boxes, string.edges);
    for (const int stop : string.stops) {
      if (stop != kGround) visit_joint(component, stop);
    }
  }

  void visit_joint(Component& component, int box) {
    const auto joint = std::ranges::find(structure_.joints, box, &Joint::box);
    const auto index = joint - structure_.joints.begin();
    if (joint_seen_[index]) return;
    joint_seen_[index] = true;
    component.joints.push_back(static_cast<int>(index));
    component.boxes.insert(box);
    for (std::size_t i = 0; i < structure_.strings.size(); ++i) {
      const auto [from, to] = structure_.strings[i].stops;
      if (from == box || to == box) visit_string(component, static_cast<int>(i));
    }
  }

  Structure& structure_;
  std::vector<char> string_seen_;
  std::vector<char> joint_seen_;
};

}  // namespace

int Structure::boxes() const {
  int count = 0;
  for (const Component& component : components) count += component.size();
  return count;
}

int Structure::valence() const {
  int sum = ground_degree;
  for (const Joint& joint : joints) sum += joint.degree;
  return sum;
}

bool Structure::is_simple() const {
  return joints.empty();
}

bool Structure::is_loony_endgame() const {
  return std::ranges::all_of(strings, &String::is_long);
}

Multiset Structure::multiset() const {
  std::vector<int> chain_lengths, loop_lengths;
  for (const Component& component : components) {
    if (component.kind == Kind::chain) chain_lengths.push_back(component.size());
    if (component.kind == Kind::loop) loop_lengths.push_back(component.size());
  }
  return Multiset(std::move(chain_lengths), std::move(loop_lengths));
}

Stage stage_of(const Structure& structure) {
  if (structure.is_loony_endgame()) return Stage::loony_endgame;
  const bool only_chains_are_short = std::ranges::all_of(structure.strings, [](const String& one) {
    return one.is_long() || (one.stops[0] == kGround && one.stops[1] == kGround);
  });
  return only_chains_are_short ? Stage::short_chains : Stage::before;
}

Structure structure_of(const Position& quiet) {
  for (int box = 0; box < quiet.board.boxes(); ++box) {
    if (open_edges(quiet, box) != 1) continue;
    throw BadInput(fmt::format("{} is not quiet: box {} can be captured; settle it first",
                               to_string(quiet), box));
  }
  std::vector<bool> open(static_cast<std::size_t>(quiet.board.edges()), true);
  for (const int edge : quiet.drawn.members()) open[static_cast<std::size_t>(edge)] = false;
  Structure result{trace(quiet.board, std::move(open)), {}};
  Gatherer(result).gather();
  return result;
}

std::string_view word(Kind kind) {
  constexpr std::array kWords = {"chain",    "loop",     "T",     "X",    "dipper",
                                 "shackles", "earmuffs", "eight", "other"};
  return kWords.at(static_cast<std::size_t>(kind));
}

std::string mark_of(int index) {
  const std::string last(1, static_cast<char>('A' + index % 26));
  return index < 26 ? last : mark_of(index / 26 - 1) + last;
}

std::string_view length_class(const Component& component) {
  if (component.kind != Kind::chain) return "";
  if (component.size() >= kVeryLongChain) return "very long";
  return component.size() >= kLongChain ? "long" : "short";
}

std::vector<int> lengths(const Structure& structure, const Component& component) {
  if (component.kind == Kind::loop) return {component.size()};
  std::vector<int> result;
  for (const int index : component.strings) result.push_back(structure.strings[index].length());
  std::ranges::sort(result);
  return result;
}

std::string name(const Structure& structure, const Component& component) {
  if (component.kind == Kind::chain) return fmt::format("{}-chain", component.size());
  if (component.kind == Kind::loop) return fmt::format("{}-loop", component.size());
  if (component.kind == Kind::other)
    return fmt::format("other({})", counted(component.size(), "box"));
  return fmt::format("{}({})", word(component.kind), fmt::join(lengths(structure, component), "+"));
}

std::string formula(const Structure& structure) {
  std::vector<std::string> parts;
  const Multiset simple = structure.multiset();
  if (!simple.empty()) parts.push_back(to_string(simple));
  for (const Component& component : structure.components) {
    if (component.kind == Kind::chain || component.kind == Kind::loop) continue;
    parts.push_back(name(structure, component));
  }
  return parts.empty() ? "0" : fmt::format("{}", fmt::join(parts, "+"));
}

}  // namespace pipo::theory
