#include <fmt/format.h>

#include "pipo/words/theory_words.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "theory/component_names.hpp"

namespace pipo {
namespace {

// "the 4-loop A", "one of the 4-loops A, C", "3 boxes of the dipper B".
std::string object(const theory::Explanation& explanation, const theory::Advice& advice) {
  std::vector<std::string> marks;
  for (const int index : advice.components) marks.push_back(explanation.components[index].mark);
  const theory::Marked& first = explanation.components[advice.components.front()];
  if (first.component.kind != theory::Kind::chain && first.component.kind != theory::Kind::loop) {
    const std::string_view of =
        first.component.kind == theory::Kind::other ? "component" : word(first.component.kind);
    return fmt::format("{} of the {} {}", counted(advice.boxes, "box"), of, first.mark);
  }
  if (marks.size() == 1) return fmt::format("the {} {}", first.name, first.mark);
  return fmt::format("one of the {}s {}", first.name, fmt::join(marks, ", "));
}

std::string reason(const theory::Advice& advice) {
  if (advice.cost) return fmt::format(": costs {}", *advice.cost);
  return advice.margin ? ": margin " + signed_number(*advice.margin) : "";
}

// "take 3 of 5 and leave the last two", "leave both boxes".
std::string kept(const theory::Advice& advice) {
  const bool two = advice.handed_back == 2;
  const int taken = advice.boxes - advice.handed_back;
  if (taken == 0) return two ? "leave both boxes" : "leave all four boxes";
  return fmt::format("take {} of {} and leave the last {}", taken, advice.boxes,
                     two ? "two" : "four");
}

std::string action_text(const theory::Explanation& explanation, const theory::Advice& advice) {
  const Board& board = explanation.position.board;
  switch (advice.action) {
    case theory::Action::open:
      return "open " + object(explanation, advice);
    case theory::Action::offer:
      return "offer " + object(explanation, advice);
    case theory::Action::take:
      return "take " + counted(advice.boxes, "box");
    case theory::Action::keep_control:
      return "keep control: " + kept(advice);
    case theory::Action::give_up_control:
      return advice.boxes == 2 ? std::string("give up control: take both boxes")
                               : fmt::format("give up control: take all {} boxes", advice.boxes);
    case theory::Action::nimstring:
      return "win Nimstring by " + edge_list(board, advice.edges) +
             (advice.boxes == 0 ? "" : ", sacrificing " + counted(advice.boxes, "box"));
  }
  return "";
}

}  // namespace

std::string sentence(const theory::Explanation& explanation, const theory::Advice& advice) {
  std::string text = action_text(explanation, advice);
  if (advice.action != theory::Action::nimstring) {
    text += fmt::format(" ({})", edge_list(explanation.position.board, advice.moves));
  }
  return text + reason(advice) + theory::cited(advice.source);
}

}  // namespace pipo
