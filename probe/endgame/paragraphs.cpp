// A whole explanation in words; what wording.hpp declares but its shorter pieces.
#include <fmt/core.h>

#include <algorithm>

#include "probe/endgame/wording.hpp"

namespace pipo::endgame {
namespace {

std::string_view parity_word(int parity) {
  return parity == 0 ? "an even" : "an odd";
}

bool is_over(const Explanation& explanation) {
  return explanation.chain_formula.boxes == 0;
}

Paragraph what_is_left(const Explanation& explanation) {
  const int taken = explanation.settled.captured;
  Paragraph result{"what is left", {}};
  if (taken > 0) result.lines.push_back(counted(taken, "box") + " on offer, marked *");
  if (explanation.rest.components.empty()) {
    result.lines.push_back(taken > 0 ? "nothing else" : "nothing: the board is full");
    return result;
  }
  result.lines.push_back(fmt::format("{}{}, {} in all:", taken > 0 ? "beside them " : "",
                                     explanation.formula,
                                     counted(explanation.rest.boxes(), "box")));
  for (const Marked& one : explanation.components) {
    result.lines.push_back(fmt::format("  {} {}{}{}", one.mark, one.name,
                                       one.length_class.empty() ? "" : ", ", one.length_class));
  }
  return result;
}

std::string role_in_words(const Explanation& explanation) {
  switch (explanation.role) {
    case Role::none:
      return "nobody: nothing is left";
    case Role::opener:
      return explanation.stage == Stage::loony_endgame
                 ? "the player to move has to open; the other one is the controller"
                 : "the player to move has to expect to open the endgame, the other one to "
                   "control it";
    case Role::controller:
      return "the player to move can get control of the endgame: the other one will have to open";
    case Role::chooser:
      return "the player to move has boxes on offer, and chooses by them who moves next in what is "
             "left";
    case Role::unknown:
      return "too many positions to search for who that will be";
  }
  return "";
}

void add_nimstring(const Explanation& explanation, std::vector<std::string>& lines) {
  if (const auto& value = explanation.nim_value) {
    lines.push_back(fmt::format("Nimstring: {}, so the {} wins it{}",
                                value->loony ? "loony" : fmt::format("nim-value {}", value->number),
                                value->next_player_wins() ? "player to move" : "other player",
                                cited({"Sierra", "corollary 24"})));
  }
  const ChainFormula& formula = explanation.chain_formula;
  if (explanation.role == Role::chooser) return;
  if (formula.d) {
    lines.push_back(fmt::format(
        "chain formula: {} on strings to come{}; to be in control the player to move would need "
        "{} number{}",
        counted(*formula.d, "double-cross"), cited({"Sierra", "proposition 43"}),
        parity_word(formula.wanted), cited({"Sierra", "theorem 47"})));
  } else {
    lines.push_back(fmt::format(
        "chain formula: the player to move wants {} number of long chains (double-crosses on "
        "strings, to be exact){}",
        parity_word(formula.wanted), cited({"Sierra", "theorem 47"})));
  }
}

Paragraph who_controls(const Explanation& explanation) {
  Paragraph result{"who opens and who controls",
                   {role_in_words(explanation) + cited(explanation.role_source)}};
  if (!is_over(explanation)) add_nimstring(explanation, result.lines);
  return result;
}

void add_numbers(const Numbers& numbers, std::vector<std::string>& lines) {
  lines.push_back(fmt::format(
      "controlled value c = {}: fully controlled value fcv = {}, terminal bonus tb = {}",
      numbers.controlled, numbers.fully_controlled, numbers.terminal_bonus));
  lines.push_back(fmt::format("value v = {}{}", numbers.value.value, cited(numbers.value.source)));
  for (const Derived& same : numbers.confirmed_by) {
    lines.push_back(fmt::format("  also {}{}", same.value, cited(same.source)));
  }
  lines.push_back(fmt::format("to be opened: {}, at most {}{}", counted(numbers.strings, "string"),
                              counted(numbers.loops, "loop"),
                              cited({"Sierra", "propositions 43 and 85"})));
}

// Empty where the theory gives no number.
Paragraph what_it_is_worth(const Explanation& explanation) {
  Paragraph result{"what it is worth", {}};
  if (explanation.numbers && explanation.numbers->boxes > 0) {
    result.title += " to the controller";
    if (explanation.exchange) result.title += ", once the short chains are gone";
    add_numbers(*explanation.numbers, result.lines);
  }
  if (explanation.exchange) {
    result.lines.push_back(fmt::format("the short chains cost the player who gets control {}{}",
                                       explanation.exchange->cost(),
                                       cited({"Sierra", "proposition 39"})));
  }
  if (explanation.margin) {
    result.lines.push_back(fmt::format("margin for the player to move: {}{}",
                                       explanation.margin->value,
                                       cited(explanation.margin->source)));
  }
  return result;
}

// How good an advice is. Where no margin is known, being best is meant in Nimstring alone; boxes
// that cannot be handed back are best taken anyway.
std::string rank(const Explanation& explanation, const Advice& advice) {
  const bool certain = advice.margin || advice.cost || advice.action == Action::take;
  if (advice.best) return certain ? "best: " : "best in Nimstring: ";
  return std::ranges::any_of(explanation.advice, &Advice::best) ? "also: " : "possible: ";
}

std::string no_advice(const Explanation& explanation) {
  const auto& value = explanation.nim_value;
  if (value && !value->next_player_wins()) {
    return "none that wins Nimstring, and nothing is known of the margin: make it hard";
  }
  return "the theory names none: too many positions to search";
}

Paragraph what_to_play(const Explanation& explanation, const std::vector<std::string>& notes) {
  Paragraph result{"moves", {}};
  if (is_over(explanation)) return result;
  for (std::size_t i = 0; i < explanation.advice.size(); ++i) {
    const Advice& advice = explanation.advice[i];
    result.lines.push_back(fmt::format("{}{}{}{}", advice.after_taking ? "after taking all, " : "",
                                       rank(explanation, advice), sentence(explanation, advice),
                                       i < notes.size() ? notes[i] : ""));
  }
  if (explanation.advice.empty()) result.lines.push_back(no_advice(explanation));
  return result;
}

// Empty unless Allcock's advice applies.
Paragraph what_to_steer_for(const Explanation& explanation) {
  Paragraph result{"what the opener should steer for, if a simple loony endgame comes", {}};
  if (explanation.leads.empty()) return result;
  result.lines.push_back(
      "c and v: controlled value and value of that endgame; f: the number of its 4-loops; lead: "
      "the boxes by which the opener is ahead when it begins");
  result.lines.push_back(
      "where c is 2 or more v = c: he wins by a lead of more than c, and with c below 2" +
      cited(kMidgameSource));
  for (const Lead& lead : explanation.leads) {
    const char* const or_so = lead.prospect == Prospect::lost  ? " or less"
                              : lead.prospect == Prospect::won ? " or more"
                                                               : "";
    result.lines.push_back(fmt::format("  with a lead of {}{}: {}{}", lead.lead, or_so,
                                       word(lead.prospect),
                                       lead.aims.empty() ? "" : "; he wins if there are, or is,"));
    for (const std::string_view aim : lead.aims) {
      result.lines.push_back(fmt::format("    - {}", aim));
    }
  }
  return result;
}

}  // namespace

std::vector<Paragraph> paragraphs(const Explanation& explanation,
                                  const std::vector<std::string>& notes) {
  std::vector<Paragraph> result = {what_is_left(explanation), who_controls(explanation),
                                   what_it_is_worth(explanation), what_to_play(explanation, notes),
                                   what_to_steer_for(explanation)};
  std::erase_if(result, [](const Paragraph& one) { return one.lines.empty(); });
  return result;
}

}  // namespace pipo::endgame
