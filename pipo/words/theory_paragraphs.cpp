#include <fmt/core.h>

#include <algorithm>

#include "pipo/words/theory_words.hpp"
#include "probe/base/counted.hpp"
#include "probe/base/signed_number.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

std::string_view parity_word(int parity) {
  return parity == 0 ? "an even" : "an odd";
}

bool is_over(const theory::Explanation& explanation) {
  return explanation.chain_formula.boxes == 0;
}

// "7-chain, long"; what is not yet strings and loops has no name.
std::string description(const theory::Marked& one) {
  if (one.component.kind == theory::Kind::other) {
    return counted(one.component.size(), "box") + ", not yet divided into chains and loops";
  }
  return fmt::format("{}{}{}", one.name, one.length_class.empty() ? "" : ", ", one.length_class);
}

Paragraph what_is_left(const theory::Explanation& explanation) {
  const int taken = explanation.settled.captured;
  Paragraph result{"what is left", {}};
  if (taken > 0) result.lines.push_back(counted(taken, "box") + " on offer, marked *");
  if (explanation.rest.components.empty()) {
    result.lines.push_back(taken > 0 ? "nothing else" : "nothing: the board is full");
    return result;
  }
  const std::string boxes = counted(explanation.rest.boxes(), "box");
  const bool undecided = std::ranges::all_of(explanation.components, [](const theory::Marked& one) {
    return one.component.kind == theory::Kind::other;
  });
  result.lines.push_back(
      fmt::format("{}{}:", taken > 0 ? "beside them " : "",
                  undecided ? boxes : fmt::format("{}, {} in all", explanation.formula, boxes)));
  for (const theory::Marked& one : explanation.components) {
    result.lines.push_back(fmt::format("  {} {}", one.mark, description(one)));
  }
  return result;
}

// One chain or loop, and nothing behind it that control would be good for.
bool is_lone(const theory::Explanation& explanation) {
  if (explanation.components.size() != 1) return false;
  const theory::Kind kind = explanation.components.front().component.kind;
  return kind == theory::Kind::chain || kind == theory::Kind::loop;
}

std::string role_in_words(const theory::Explanation& explanation) {
  if (explanation.settled.captured > 0 && explanation.rest.components.empty()) {
    return "the player to move takes all that is left";
  }
  if (explanation.role == theory::Role::opener && is_lone(explanation)) {
    return "the player to move has to open what is left; the other one takes it all";
  }
  switch (explanation.role) {
    case theory::Role::none:
      return "nobody: nothing is left";
    case theory::Role::opener:
      return explanation.stage == theory::Stage::loony_endgame
                 ? "the player to move has to open; the other one is the controller"
                 : "the player to move has to expect to open the endgame, the other one to "
                   "control it";
    case theory::Role::controller:
      return "the player to move can get control of the endgame: the other one will have to open";
    case theory::Role::chooser:
      return "the player to move has boxes on offer, and chooses by them who moves next in what is "
             "left";
    case theory::Role::unknown:
      return "too many positions to search for who that will be";
  }
  return "";
}

void add_nimstring(const theory::Explanation& explanation, std::vector<std::string>& lines) {
  if (const auto& value = explanation.nim_value) {
    lines.push_back(fmt::format("Nimstring: {}, so the {} wins it{}",
                                value->loony ? "loony" : fmt::format("nim-value {}", value->number),
                                value->next_player_wins() ? "player to move" : "other player",
                                theory::cited({"Sierra", "corollary 24"})));
  }
  const theory::ChainFormula& formula = explanation.chain_formula;
  if (explanation.role == theory::Role::chooser) return;
  if (formula.d) {
    lines.push_back(fmt::format(
        "chain formula: {} on strings to come{}; to be in control the player to move would need "
        "{} number{}",
        counted(*formula.d, "double-cross"), theory::cited({"Sierra", "proposition 43"}),
        parity_word(formula.wanted), theory::cited({"Sierra", "theorem 47"})));
  } else {
    lines.push_back(fmt::format(
        "chain formula: the player to move wants {} number of long chains (double-crosses on "
        "strings, to be exact){}",
        parity_word(formula.wanted), theory::cited({"Sierra", "theorem 47"})));
  }
}

Paragraph who_controls(const theory::Explanation& explanation) {
  Paragraph result{"who opens and who controls",
                   {role_in_words(explanation) + theory::cited(explanation.role_source)}};
  // Where all that is left can be taken at once, nobody plays for control.
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
  lines.push_back(fmt::format("to be opened: {}, {}{}", strings, loops,
                              theory::cited({"Sierra", "propositions 43 and 85"})));
}

// Empty where the theory gives no number.
Paragraph what_it_is_worth(const theory::Explanation& explanation) {
  Paragraph result{"what it is worth", {}};
  if (explanation.numbers && explanation.numbers->boxes > 0) {
    result.title += " to the controller";
    if (explanation.exchange) result.title += ", once the short chains are gone";
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

// How good an advice is. Where no margin is known, being best is meant in Nimstring alone; boxes
// that cannot be handed back are best taken anyway.
std::string rank(const theory::Explanation& explanation, const theory::Advice& advice) {
  const bool certain = advice.margin || advice.cost || advice.action == theory::Action::take;
  if (advice.best && advice.action == theory::Action::nimstring) return "advised: ";
  if (advice.best) return certain ? "best: " : "best in Nimstring: ";
  return std::ranges::any_of(explanation.advice, &theory::Advice::best) ? "also: " : "possible: ";
}

// The same by exact values, which the theory before the endgame does not know.
std::string exact_rank(const ExactMoves& exact, int margin) {
  return margin == exact.value ? "best: " : fmt::format("worse by {}: ", exact.value - margin);
}

// Of the advice none is best: then what is, comes first.
bool names_no_best(const ExactMoves& exact) {
  return std::ranges::find(exact.margins, exact.value) == exact.margins.end();
}

std::string best_by_table(const theory::Explanation& explanation, const ExactMoves& exact) {
  EdgeSet best = 0;
  for (const int edge : exact.best) best |= EdgeSet{1} << edge;
  return fmt::format("best: {} (table: margin {})", edge_list(explanation.position.board, best),
                     signed_number(exact.value));
}

std::string no_advice(const theory::Explanation& explanation, bool exact) {
  if (exact) return "the theory names no move";
  const auto& value = explanation.nim_value;
  if (value && !value->next_player_wins()) {
    return "the theory names no move: none wins Nimstring, and it does not know the margins";
  }
  return "the theory names no move: too many positions to search";
}

Paragraph what_to_play(const theory::Explanation& explanation,
                       const std::optional<ExactMoves>& exact) {
  Paragraph result{"moves", {}};
  if (is_over(explanation)) return result;
  if (exact && names_no_best(*exact)) {
    result.lines.push_back(best_by_table(explanation, *exact));
  }
  for (std::size_t i = 0; i < explanation.advice.size(); ++i) {
    const theory::Advice& advice = explanation.advice[i];
    const std::string how_good =
        exact ? exact_rank(*exact, exact->margins[i]) : rank(explanation, advice);
    const std::string note =
        exact ? fmt::format(" (table: margin {})", signed_number(exact->margins[i])) : "";
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
  Paragraph result{"what the opener should steer for, if a simple loony endgame comes", {}};
  if (explanation.leads.empty()) return result;
  result.lines.push_back(
      "c and v are the controlled value and the value of that endgame, f is the number of its "
      "4-loops, and the lead is how many boxes the opener is ahead when it begins");
  result.lines.push_back(
      "where c is 2 or more, v is c, and the opener wins with a lead of more than c; where c is "
      "below 2" +
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
