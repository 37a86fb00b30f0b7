#include "theory/component_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "probe/base/human_numbers.hpp"

namespace pipo::theory {

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
