#include "probe/endgame/wording.hpp"

#include <algorithm>
#include <bit>

#include "pipopipette/notation.hpp"

namespace pipo::endgame {
namespace {

std::string number(int value) {
  return std::to_string(value);
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(separator)) + part;
  return text;
}

std::string cited(const Source& source) {
  return source.author.empty() ? "" : " [" + to_string(source) + "]";
}

std::string edge_names(const Board& board, const std::vector<int>& edges) {
  std::vector<std::string> names;
  names.reserve(edges.size());
  for (const int edge : edges) names.push_back(edge_name(board, edge));
  return joined(names, " ");
}

std::string edge_names(const Board& board, EdgeSet edges) {
  std::vector<int> list;
  for (; edges != 0; edges &= edges - 1) list.push_back(std::countr_zero(edges));
  return edge_names(board, list);
}

// "the 4-loop A", "one of the 4-loops A, C", "3 boxes of the dipper B".
std::string object(const Explanation& explanation, const Advice& advice) {
  std::vector<std::string> marks;
  for (const int index : advice.components) marks.push_back(explanation.components[index].mark);
  const Marked& first = explanation.components[advice.components.front()];
  if (first.component.kind != Kind::chain && first.component.kind != Kind::loop) {
    const std::string of =
        first.component.kind == Kind::other ? "component" : std::string(word(first.component.kind));
    return counted(advice.boxes, "box") + " of the " + of + " " + first.mark;
  }
  const bool one = marks.size() == 1;
  return (one ? "the " : "one of the ") + first.name + (one ? " " : "s ") + joined(marks, ", ");
}

std::string reason(const Advice& advice) {
  if (advice.cost) return ": costs " + number(*advice.cost);
  return advice.margin ? ": margin " + number(*advice.margin) : "";
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
      return "keep control: take " + number(advice.boxes - advice.handed_back) + " of " +
             number(advice.boxes) + " and leave the last " +
             (advice.handed_back == 2 ? "two" : "four");
    case Action::give_up_control:
      return "give up control: take all " + number(advice.boxes);
    case Action::nimstring:
      return "win Nimstring by " + edge_names(board, advice.edges) +
             (advice.boxes == 0 ? "" : ", sacrificing " + counted(advice.boxes, "box"));
  }
  return "";
}

}  // namespace

std::string counted(int count, std::string_view noun) {
  const std::string_view ending = count == 1                                   ? ""
                                  : noun.ends_with('x') || noun.ends_with('s') ? "es"
                                                                               : "s";
  return number(count) + " " + std::string(noun) + std::string(ending);
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
  if (component.kind == Kind::chain) return number(component.size()) + "-chain";
  if (component.kind == Kind::loop) return number(component.size()) + "-loop";
  if (component.kind == Kind::other) return "other(" + counted(component.size(), "box") + ")";
  std::vector<std::string> parts;
  for (const int length : lengths(structure, component)) parts.push_back(number(length));
  return std::string(word(component.kind)) + "(" + joined(parts, "+") + ")";
}

std::string formula(const Structure& structure) {
  std::vector<std::string> parts;
  const Multiset simple = structure.multiset();
  if (!simple.empty()) parts.push_back(to_string(simple));
  for (const Component& component : structure.components) {
    if (component.kind == Kind::chain || component.kind == Kind::loop) continue;
    parts.push_back(name(structure, component));
  }
  return parts.empty() ? "0" : joined(parts, "+");
}

std::string sentence(const Explanation& explanation, const Advice& advice) {
  std::string text = deed(explanation, advice);
  if (advice.action != Action::nimstring) {
    text += " (" + edge_names(explanation.position.board, advice.moves) + ")";
  }
  return text + reason(advice) + cited(advice.source);
}

}  // namespace pipo::endgame
