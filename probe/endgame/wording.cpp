#include "probe/endgame/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "probe/base/counted.hpp"
#include "probe/base/signed_number.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo::endgame {
namespace {

// "the 4-loop A", "one of the 4-loops A, C", "3 boxes of the dipper B".
std::string object(const Explanation& explanation, const Advice& advice) {
  std::vector<std::string> marks;
  for (const int index : advice.components) marks.push_back(explanation.components[index].mark);
  const Marked& first = explanation.components[advice.components.front()];
  if (first.component.kind != Kind::chain && first.component.kind != Kind::loop) {
    const std::string_view of =
        first.component.kind == Kind::other ? "component" : word(first.component.kind);
    return fmt::format("{} of the {} {}", counted(advice.boxes, "box"), of, first.mark);
  }
  if (marks.size() == 1) return fmt::format("the {} {}", first.name, first.mark);
  return fmt::format("one of the {}s {}", first.name, fmt::join(marks, ", "));
}

std::string reason(const Advice& advice) {
  if (advice.cost) return fmt::format(": costs {}", *advice.cost);
  return advice.margin ? ": margin " + signed_number(*advice.margin) : "";
}

// "take 3 of 5 and leave the last two", "leave both boxes".
std::string kept(const Advice& advice) {
  const bool two = advice.handed_back == 2;
  const int taken = advice.boxes - advice.handed_back;
  if (taken == 0) return two ? "leave both boxes" : "leave all four boxes";
  return fmt::format("take {} of {} and leave the last {}", taken, advice.boxes,
                     two ? "two" : "four");
}

std::string deed(const Explanation& explanation, const Advice& advice) {
  const Board& board = explanation.position.board;
  switch (advice.action) {
    case Action::open:
      return "open " + object(explanation, advice);
    case Action::offer:
      return "offer " + object(explanation, advice);
    case Action::take:
      return "take " + counted(advice.boxes, "box");
    case Action::keep_control:
      return "keep control: " + kept(advice);
    case Action::give_up_control:
      return advice.boxes == 2 ? std::string("give up control: take both boxes")
                               : fmt::format("give up control: take all {} boxes", advice.boxes);
    case Action::nimstring:
      return "win Nimstring by " + edge_list(board, advice.edges) +
             (advice.boxes == 0 ? "" : ", sacrificing " + counted(advice.boxes, "box"));
  }
  return "";
}

}  // namespace

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

std::string sentence(const Explanation& explanation, const Advice& advice) {
  std::string text = deed(explanation, advice);
  if (advice.action != Action::nimstring) {
    text += fmt::format(" ({})", edge_list(explanation.position.board, advice.moves));
  }
  return text + reason(advice) + cited(advice.source);
}

}  // namespace pipo::endgame
