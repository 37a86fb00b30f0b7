// The lines of a whole explanation; what wording.hpp declares but its shorter pieces.
#include <algorithm>

#include "probe/endgame/wording.hpp"

namespace pipo::endgame {
namespace {

std::string cited(const Source& source) {
  return " [" + to_string(source) + "]";
}

std::string number(int value) {
  return std::to_string(value);
}

void add_components(const Explanation& explanation, std::vector<std::string>& lines) {
  const int taken = explanation.settled.captured;
  if (taken > 0) lines.push_back(counted(taken, "box") + " on offer");
  if (explanation.rest.components.empty()) return lines.push_back("nothing else is left");
  lines.push_back((taken > 0 ? "beside them: " : "left: ") + explanation.formula + ", " +
                  counted(explanation.rest.boxes(), "box"));
  for (const Marked& one : explanation.components) {
    std::string line = one.mark + ": " + one.name;
    if (!one.length_class.empty()) line += ", " + std::string(one.length_class);
    lines.push_back(line);
  }
}

void add_role(const Explanation& explanation, std::vector<std::string>& lines) {
  const std::string by =
      explanation.role_source.author.empty() ? "" : cited(explanation.role_source);
  switch (explanation.role) {
    case Role::none:
      return;
    case Role::opener:
      return lines.push_back(explanation.stage == Stage::loony_endgame
                                 ? "the player to move has to open; the other controls" + by
                                 : "the player to move has to expect to open the endgame" + by);
    case Role::controller:
      return lines.push_back("the player to move can be in control of the endgame" + by);
    case Role::chooser:
      return lines.push_back("the player to move chooses who moves next in what is left" + by);
    case Role::unknown:
      return lines.push_back("who will control the endgame is too much to search");
  }
}

void add_numbers(const Explanation& explanation, std::vector<std::string>& lines) {
  if (const auto& exchange = explanation.exchange) {
    lines.push_back("the short chains cost the player in control " + number(exchange->cost()) +
                    cited({"Sierra", "proposition 39"}));
  }
  if (!explanation.numbers || explanation.numbers->boxes == 0) return;
  const Numbers& numbers = *explanation.numbers;
  lines.push_back("for the controller: fully controlled value " + number(numbers.fully_controlled) +
                  ", terminal bonus " + number(numbers.terminal_bonus) + ", controlled value " +
                  number(numbers.controlled) + ", value " + number(numbers.value.value) +
                  cited(numbers.value.source));
  for (const Derived& same : numbers.confirmed_by) {
    lines.push_back("  value " + number(same.value) + " also by" + cited(same.source));
  }
  lines.push_back(counted(numbers.strings, "string") + " and at most " +
                  counted(numbers.loops, "loop") + " will be opened" +
                  cited({"Sierra", "propositions 43 and 85"}));
}

void add_margin(const Explanation& explanation, std::vector<std::string>& lines) {
  if (!explanation.margin) return;
  lines.push_back("margin for the player to move: " + number(explanation.margin->value) +
                  cited(explanation.margin->source));
}

void add_nimstring(const Explanation& explanation, std::vector<std::string>& lines) {
  if (explanation.chain_formula.boxes == 0) return;
  if (const auto& value = explanation.nim_value) {
    lines.push_back(
        "Nimstring: " + (value->loony ? "loony" : "nim-value " + number(value->number)) + ", the " +
        (value->next_player_wins() ? "player to move" : "other player") + " wins" +
        cited({"Sierra", "corollary 24"}));
  }
  const ChainFormula& formula = explanation.chain_formula;
  if (explanation.role == Role::chooser) return;
  if (formula.d) {
    lines.push_back("the chains count as " + number(*formula.d) +
                    cited({"Sierra", "proposition 43"}));
  } else {
    lines.push_back(std::string("the player to move wants an ") +
                    (formula.wanted == 0 ? "even" : "odd") + " number of long chains" +
                    cited({"Sierra", "theorem 47"}));
  }
}

void add_advice(const Explanation& explanation, std::vector<std::string>& lines) {
  for (const Advice& advice : explanation.advice) {
    lines.push_back(std::string(advice.after_taking ? "after taking all, " : "") +
                    (advice.best ? "best: " : "also: ") + sentence(explanation, advice));
  }
}

void add_leads(const Explanation& explanation, std::vector<std::string>& lines) {
  if (explanation.leads.empty()) return;
  lines.push_back(
      "the opener of a simple loony endgame wins with a lead of more than its controlled value c "
      "if "
      "that is 2 or more; below 2" +
      cited(kMidgameSource) + ":");
  for (const Lead& lead : explanation.leads) {
    std::string line = "  lead of " + number(lead.lead);
    if (lead.prospect == Prospect::lost) line += " or less";
    if (lead.prospect == Prospect::won) line += " or more";
    lines.push_back(line + ": " + std::string(word(lead.prospect)));
    for (const std::string_view aim : lead.aims) {
      lines.push_back("    won with " + std::string(aim));
    }
  }
}

}  // namespace

std::vector<std::string> sentences(const Explanation& explanation) {
  std::vector<std::string> lines;
  add_components(explanation, lines);
  add_role(explanation, lines);
  add_numbers(explanation, lines);
  add_margin(explanation, lines);
  add_nimstring(explanation, lines);
  add_advice(explanation, lines);
  add_leads(explanation, lines);
  return lines;
}

}  // namespace pipo::endgame
