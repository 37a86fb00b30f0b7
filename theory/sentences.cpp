#include "theory/sentences.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "theory/component_names.hpp"

namespace pipo {

std::string_view word(theory::Stage stage) {
  constexpr std::array kWords = {"before-endgame", "short-chains", "loony-endgame"};
  return kWords.at(static_cast<std::size_t>(stage));
}

std::string_view word(theory::Role role) {
  constexpr std::array kWords = {"none", "opener", "controller", "chooser", "unknown"};
  return kWords.at(static_cast<std::size_t>(role));
}

std::string_view word(theory::Action action) {
  constexpr std::array kWords = {"open",         "offer",           "take",
                                 "keep-control", "give-up-control", "nimstring"};
  return kWords.at(static_cast<std::size_t>(action));
}

std::string_view word(theory::Prospect prospect) {
  constexpr std::array kWords = {"lost", "probably lost", "probably won", "won"};
  return kWords.at(static_cast<std::size_t>(prospect));
}

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

namespace {

std::string_view parity_word(int parity) {
  return parity == 0 ? "an even" : "an odd";
}

bool is_over(const theory::Explanation& explanation) {
  return explanation.chain_formula.boxes == 0;
}

// "7-chain, long"; a component that is not yet divided into strings and loops has no name.
std::string description(const theory::Marked& one) {
  if (one.component.kind == theory::Kind::other) {
    return counted(one.component.size(), "box") + ", not yet divided into chains and loops";
  }
  return fmt::format("{}{}{}", one.name, one.length_class.empty() ? "" : ", ", one.length_class);
}

Paragraph what_is_left(const theory::Explanation& explanation) {
  const int taken = explanation.settled.captured;
  Paragraph result{"components", {}};
  if (taken > 0) result.lines.push_back(counted(taken, "box") + " on offer, marked *");
  if (explanation.rest.components.empty()) {
    result.lines.push_back(taken > 0 ? "no other boxes" : "none: the board is full");
    return result;
  }
  const std::string boxes = counted(explanation.rest.boxes(), "box");
  const bool undecided = std::ranges::all_of(explanation.components, [](const theory::Marked& one) {
    return one.component.kind == theory::Kind::other;
  });
  result.lines.push_back(
      fmt::format("{}{}:", taken > 0 ? "the others: " : "",
                  undecided ? boxes : fmt::format("{}, {} in all", explanation.formula, boxes)));
  for (const theory::Marked& one : explanation.components) {
    result.lines.push_back(fmt::format("  {} {}", one.mark, description(one)));
  }
  return result;
}

// One chain or loop, after which nothing is left to control.
bool is_lone(const theory::Explanation& explanation) {
  if (explanation.components.size() != 1) return false;
  const theory::Kind kind = explanation.components.front().component.kind;
  return kind == theory::Kind::chain || kind == theory::Kind::loop;
}

std::string role_text(const theory::Explanation& explanation) {
  if (explanation.settled.captured > 0 && explanation.rest.components.empty()) {
    return "the player to move takes all boxes left";
  }
  if (explanation.role == theory::Role::opener && is_lone(explanation)) {
    return "the player to move must open, and the opponent takes all boxes left";
  }
  switch (explanation.role) {
    case theory::Role::none:
      return "none: no box is left";
    case theory::Role::opener:
      return explanation.stage == theory::Stage::loony_endgame
                 ? "the player to move must open; the opponent is the controller"
                 : "the player to move must expect to open the endgame, and the opponent to "
                   "control it";
    case theory::Role::controller:
      return "the player to move can get control of the endgame, so that the opponent must open";
    case theory::Role::chooser:
      return "the player to move has boxes on offer, and decides with them who moves next in the "
             "others";
    case theory::Role::unknown:
      return "unknown: too many positions to search";
  }
  return "";
}

void add_nimstring(const theory::Explanation& explanation, std::vector<std::string>& lines) {
  if (const auto& value = explanation.nim_value) {
    lines.push_back(fmt::format("Nimstring: {}, so the {} wins it{}",
                                value->loony ? "loony" : fmt::format("nim-value {}", value->number),
                                value->next_player_wins() ? "player to move" : "opponent",
                                theory::cited({"Sierra", "corollary 24"})));
  }
  const theory::ChainFormula& formula = explanation.chain_formula;
  if (explanation.role == theory::Role::chooser) return;
  if (formula.d) {
    lines.push_back(fmt::format(
        "chain formula: {} on strings will come{}; to get control, the player to move needs {} "
        "number{}",
        counted(*formula.d, "double-cross"), theory::cited({"Sierra", "proposition 43"}),
        parity_word(formula.wanted), theory::cited({"Sierra", "theorem 47"})));
  } else {
    lines.push_back(
        fmt::format("chain formula: the player to move wants {} number of long chains (exactly: of "
                    "double-crosses on strings){}",
                    parity_word(formula.wanted), theory::cited({"Sierra", "theorem 47"})));
  }
}

Paragraph who_controls(const theory::Explanation& explanation) {
  Paragraph result{"control", {role_text(explanation) + theory::cited(explanation.role_source)}};
  // If all boxes left can be taken at once, control does not matter.
  const bool last_boxes = explanation.rest.components.empty();
  if (!is_over(explanation) && !last_boxes) add_nimstring(explanation, result.lines);
  return result;
}

void add_numbers(const theory::Numbers& numbers, std::vector<std::string>& lines) {
  lines.push_back(fmt::format(
      "controlled value c = {}: fully controlled value fcv = {}, terminal bonus tb = {}",
      signed_number(numbers.controlled), signed_number(numbers.fully_controlled),
      signed_number(numbers.terminal_bonus)));
  lines.push_back(fmt::format("value v = {}{}", signed_number(numbers.value.value),
                              theory::cited(numbers.value.source)));
  for (const theory::Derived& same : numbers.confirmed_by) {
    lines.push_back(
        fmt::format("  also {}{}", signed_number(same.value), theory::cited(same.source)));
  }
  const std::string strings =
      numbers.strings == 0 ? "no string" : counted(numbers.strings, "string");
  const std::string loops =
      numbers.loops == 0 ? "no loop" : "at most " + counted(numbers.loops, "loop");
  lines.push_back(fmt::format("still to be opened: {}, {}{}", strings, loops,
                              theory::cited({"Sierra", "propositions 43 and 85"})));
}

// Empty if the theory gives no number.
Paragraph what_it_is_worth(const theory::Explanation& explanation) {
  Paragraph result{"value", {}};
  if (explanation.numbers && explanation.numbers->boxes > 0) {
    result.title += " for the controller";
    if (explanation.exchange) result.title += ", after the short chains";
    add_numbers(*explanation.numbers, result.lines);
  }
  if (explanation.exchange) {
    result.lines.push_back(
        fmt::format("exchanging the short chains costs the player who gets control {}{}",
                    explanation.exchange->cost(), theory::cited({"Sierra", "proposition 39"})));
  }
  if (explanation.margin) {
    result.lines.push_back(fmt::format("margin for the player to move: {}{}",
                                       signed_number(explanation.margin->value),
                                       theory::cited(explanation.margin->source)));
  }
  return result;
}

// Ranks an advice. Without a known margin, "best" refers to Nimstring only; taking boxes that
// cannot be handed back is best in any case.
std::string rank(const theory::Explanation& explanation, const theory::Advice& advice) {
  const bool certain = advice.margin || advice.cost || advice.action == theory::Action::take;
  if (advice.best && advice.action == theory::Action::nimstring) return "advised: ";
  if (advice.best) return certain ? "best: " : "best in Nimstring: ";
  return std::ranges::any_of(explanation.advice, &theory::Advice::best) ? "also: " : "possible: ";
}

// Ranks by exact values, which the theory does not have before the endgame.
std::string exact_rank(const ExactMoves& exact, int margin) {
  return margin == exact.value ? "best: " : fmt::format("worse by {}: ", exact.value - margin);
}

// Returns whether no advice is a best move; the best moves are then listed first.
bool names_no_best(const ExactMoves& exact) {
  return std::ranges::find(exact.margins, exact.value) == exact.margins.end();
}

std::string exact_best(const theory::Explanation& explanation, const ExactMoves& exact) {
  return fmt::format("best: {} (exact: margin {})",
                     edge_list(explanation.position.board, exact.best), signed_number(exact.value));
}

std::string no_advice(const theory::Explanation& explanation, bool exact) {
  if (exact) return "the theory advises no move";
  const auto& value = explanation.nim_value;
  if (value && !value->next_player_wins()) {
    return "the theory advises no move: none wins Nimstring, and the margins are unknown";
  }
  return "the theory advises no move: too many positions to search";
}

Paragraph what_to_play(const theory::Explanation& explanation,
                       const std::optional<ExactMoves>& exact) {
  Paragraph result{"moves", {}};
  if (is_over(explanation)) return result;
  if (exact && names_no_best(*exact)) {
    result.lines.push_back(exact_best(explanation, *exact));
  }
  for (std::size_t i = 0; i < explanation.advice.size(); ++i) {
    const theory::Advice& advice = explanation.advice[i];
    const std::optional<int> margin = exact ? exact->margins[i] : std::nullopt;
    const std::string how_good = margin  ? exact_rank(*exact, *margin)
                                 : exact ? "margin unknown: "
                                         : rank(explanation, advice);
    const std::string note =
        margin ? fmt::format(" (exact: margin {})", signed_number(*margin)) : "";
    result.lines.push_back(fmt::format("{}{}{}{}", advice.after_taking ? "after taking all, " : "",
                                       how_good, sentence(explanation, advice), note));
  }
  if (explanation.advice.empty()) {
    result.lines.push_back(no_advice(explanation, exact.has_value()));
  }
  return result;
}

// Empty unless Allcock's advice applies.
Paragraph what_to_steer_for(const theory::Explanation& explanation) {
  Paragraph result{"aims of the opener, if a simple loony endgame arises", {}};
  if (explanation.leads.empty()) return result;
  result.lines.push_back(
      "c and v are the controlled value and the value of that endgame, f is the number of its "
      "4-loops, and the lead is the opener's boxes minus the controller's when it begins");
  result.lines.push_back(
      "if c is 2 or more, v = c, and the opener wins with a lead of more than c; if c is below 2" +
      theory::cited(theory::kMidgameSource));
  for (const theory::Lead& lead : explanation.leads) {
    const char* const or_so = lead.prospect == theory::Prospect::lost  ? " or less"
                              : lead.prospect == theory::Prospect::won ? " or more"
                                                                       : "";
    result.lines.push_back(
        fmt::format("  with a lead of {}{}: {}{}", lead.lead, or_so, word(lead.prospect),
                    lead.aims.empty() ? "" : "; the opener wins with any of these:"));
    for (const std::string_view aim : lead.aims) {
      result.lines.push_back(fmt::format("    - {}", aim));
    }
  }
  return result;
}

}  // namespace

std::vector<Paragraph> paragraphs(const theory::Explanation& explanation,
                                  const std::optional<ExactMoves>& exact) {
  std::vector<Paragraph> result = {what_is_left(explanation), who_controls(explanation),
                                   what_it_is_worth(explanation), what_to_play(explanation, exact),
                                   what_to_steer_for(explanation)};
  std::erase_if(result, [](const Paragraph& one) { return one.lines.empty(); });
  return result;
}

}  // namespace pipo
