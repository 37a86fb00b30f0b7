#include "theory/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "theory/in_short.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

std::string_view word(Stage stage) {
  constexpr std::array kWords = {"before-endgame", "short-chains", "loony-endgame"};
  return kWords.at(static_cast<std::size_t>(stage));
}

std::string_view word(Role role) {
  constexpr std::array kWords = {"none", "opener", "controller", "chooser", "unknown"};
  return kWords.at(static_cast<std::size_t>(role));
}

std::string_view word(Action action) {
  constexpr std::array kWords = {"open",         "offer",           "take",
                                 "keep-control", "give-up-control", "nimstring"};
  return kWords.at(static_cast<std::size_t>(action));
}

std::string_view word(Prospect prospect) {
  constexpr std::array kWords = {"lost", "probably lost", "probably won", "won"};
  return kWords.at(static_cast<std::size_t>(prospect));
}

namespace {

std::string_view parity_word(int parity) {
  return parity == 0 ? "an even" : "an odd";
}

bool is_over(const Explanation& explanation) {
  return explanation.chain_formula.boxes == 0;
}

// "7-chain, long"; a component that is not yet divided into strings and loops has no name.
Sentence description(const Marked& one) {
  const auto named = [&](std::string_view of) {
    return text("{}{}{}", term(of, one.name), one.length_class.empty() ? "" : ", ",
                one.length_class);
  };
  switch (one.component.kind) {
    case Kind::chain:
    case Kind::loop:
    case Kind::dipper:
    case Kind::shackles:
    case Kind::earmuffs:
    case Kind::eight:
      return named(word(one.component.kind));
    case Kind::tee:
    case Kind::cross:
      return named("joint");
    case Kind::other:
      break;
  }
  return text("{}, not yet divided into chains and loops", counted(one.component.size(), "box"));
}

Paragraph what_is_left(const Explanation& explanation) {
  const int taken = explanation.settled.captured;
  Paragraph result{"components", {}};
  const auto say = [&](Sentence sentence) -> Line& {
    return result.lines.emplace_back(Line{.sentence = std::move(sentence), .tells = false});
  };
  if (taken > 0) {
    Line& line = say(text("{} on offer, marked *", counted(taken, "box")));
    for (const CapturedComponent& one : explanation.on_offer) {
      for (const int edge : one.edges.members()) line.edges.push_back(edge);
    }
  }
  if (explanation.rest.components.empty()) {
    say(text(taken > 0 ? "no other boxes" : "none: the board is full"));
    return result;
  }
  const std::string boxes = counted(explanation.rest.boxes(), "box");
  const bool undecided = std::ranges::all_of(
      explanation.components, [](const Marked& one) { return one.component.kind == Kind::other; });
  say(text("{}{}:", taken > 0 ? "the others: " : "",
           undecided ? boxes : fmt::format("{}, {} in all", explanation.formula, boxes)));
  for (const Marked& one : explanation.components) {
    Line& line = say(description(one));
    line.depth = 1;
    line.component = one.mark;
    for (const int edge : one.component.edges.members()) line.edges.push_back(edge);
  }
  return result;
}

// One chain or loop, after which nothing is left to control.
bool is_lone(const Explanation& explanation) {
  if (explanation.components.size() != 1) return false;
  const Kind kind = explanation.components.front().component.kind;
  return kind == Kind::chain || kind == Kind::loop;
}

Sentence role_text(const Explanation& explanation) {
  if (explanation.settled.captured > 0 && explanation.rest.components.empty()) {
    return text("the player to move takes all boxes left");
  }
  if (explanation.role == Role::opener && is_lone(explanation)) {
    return text("the player to move must open, and the opponent takes all boxes left");
  }
  switch (explanation.role) {
    case Role::none:
      return text("none: no box is left");
    case Role::opener:
      return explanation.stage == Stage::loony_endgame
                 ? text("the player to move must open; the opponent is the {}", term("controller"))
                 : text(
                       "the player to move must expect to open the endgame, and the opponent to {} "
                       "it",
                       term("control"));
    case Role::controller:
      return text("the player to move can get {} of the endgame, so that the opponent must open",
                  term("control"));
    case Role::chooser:
      return text(
          "the player to move has boxes on offer, and decides with them who moves next in the "
          "others");
    case Role::unknown:
      return text("unknown: too many positions to search");
  }
  return {};
}

void add_nimstring(const Explanation& explanation, std::vector<Line>& lines) {
  if (const auto& value = explanation.nim_value) {
    lines.push_back(
        {text("{}: {}, so the {} wins it{}", term("Nimstring"),
              value->loony ? text("{}", term("loony"))
                           : text("{} {}", term("nim-value"), std::to_string(value->number)),
              value->next_player_wins() ? "player to move" : "opponent",
              cite({"Sierra", "corollary 24"}))});
  }
  const ChainFormula& formula = explanation.chain_formula;
  if (explanation.role == Role::chooser) return;
  Line line{.sentence = {}, .tells = false};
  if (formula.d) {
    line.sentence =
        text("{}: {} on strings will come{}; to get control, the player to move needs {} number{}",
             term("chain formula"), counted_term(*formula.d, "double-cross", "double-crosses"),
             cite({"Sierra", "proposition 43"}), parity_word(formula.wanted),
             cite({"Sierra", "theorem 47"}));
  } else {
    line.sentence =
        text("{}: the player to move wants {} number of {} (exactly: of {} on strings){}",
             term("chain formula"), parity_word(formula.wanted), term("long chain", "long chains"),
             term("double-cross", "double-crosses"), cite({"Sierra", "theorem 47"}));
  }
  lines.push_back(std::move(line));
}

Paragraph who_controls(const Explanation& explanation) {
  Paragraph result{"control",
                   {{text("{}{}", role_text(explanation), cite(explanation.role_source))}}};
  // If all boxes left can be taken at once, control does not matter.
  const bool last_boxes = explanation.rest.components.empty();
  if (!is_over(explanation) && !last_boxes) add_nimstring(explanation, result.lines);
  return result;
}

void add_numbers(const Numbers& numbers, std::vector<Line>& lines) {
  lines.push_back({text("{} c = {}: {} fcv = {}, {} tb = {}", term("controlled value"),
                        signed_number(numbers.controlled), term("fully controlled value"),
                        signed_number(numbers.fully_controlled), term("terminal bonus"),
                        signed_number(numbers.terminal_bonus))});
  lines.push_back(
      {text("value v = {}{}", signed_number(numbers.value.value), cite(numbers.value.source))});
  for (const Derived& same : numbers.confirmed_by) {
    lines.push_back({text("also {}{}", signed_number(same.value), cite(same.source)), 1});
  }
  const std::string strings =
      numbers.strings == 0 ? "no string" : counted(numbers.strings, "string");
  const std::string loops =
      numbers.loops == 0 ? "no loop" : "at most " + counted(numbers.loops, "loop");
  lines.push_back({text("still to be opened: {}, {}{}", strings, loops,
                        cite({"Sierra", "propositions 43 and 85"}))});
}

// Empty if the theory gives no number.
Paragraph what_it_is_worth(const Explanation& explanation) {
  Paragraph result{"value", {}};
  if (explanation.numbers && explanation.numbers->boxes > 0) {
    result.title += " for the controller";
    if (explanation.exchange) result.title += ", after the short chains";
    add_numbers(*explanation.numbers, result.lines);
  }
  if (explanation.exchange) {
    result.lines.push_back(
        {text("exchanging the short chains costs the player who gets control {}{}",
              std::to_string(explanation.exchange->cost()), cite({"Sierra", "proposition 39"}))});
  }
  if (explanation.margin) {
    result.lines.push_back(
        {text("{} for the player to move: {}{}", term("margin"),
              signed_number(explanation.margin->value), cite(explanation.margin->source))});
  }
  return result;
}

// "take 3 of 5 and leave the last two", "leave both boxes".
std::string kept(const Advice& advice) {
  const bool two = advice.handed_back == 2;
  const int taken = advice.boxes - advice.handed_back;
  if (taken == 0) return two ? "leave both boxes" : "leave all four boxes";
  return fmt::format("take {} of {} and leave the last {}", taken, advice.boxes,
                     two ? "two" : "four");
}

Sentence action_text(const Explanation& explanation, const Advice& advice) {
  switch (advice.action) {
    case Action::open:
      return text("open {}", object(explanation, advice));
    case Action::offer:
      return text("offer {}", object(explanation, advice));
    case Action::take:
      return text("take {}", counted(advice.boxes, "box"));
    case Action::keep_control:
      return text("{}: {}", term("keep control"), kept(advice));
    case Action::give_up_control:
      return text("{}: take {}", term("give up control"),
                  advice.boxes == 2 ? "both boxes" : fmt::format("all {} boxes", advice.boxes));
    case Action::nimstring:
      return text("win {} by {}{}", term("Nimstring"),
                  edges_of(explanation.position.board, advice.edges.members()),
                  advice.boxes == 0 ? "" : ", sacrificing " + counted(advice.boxes, "box"));
  }
  return {};
}

// "open the 4-loop A (h1.0): costs 1 [Allcock, theorem 1.1]"
Sentence advice_text(const Explanation& explanation, const Advice& advice) {
  Sentence sentence = action_text(explanation, advice);
  if (advice.action != Action::nimstring) {
    add(sentence, text(" ({})", edges_of(explanation.position.board, advice.moves)));
  }
  add(sentence, advice.cost     ? fmt::format(": costs {}", *advice.cost)
                : advice.margin ? ": margin " + signed_number(*advice.margin)
                                : "");
  add(sentence, cite(advice.source));
  return sentence;
}

// Ranks an advice. Without a known margin, "best" refers to Nimstring only; taking boxes that
// cannot be handed back is best in any case.
std::string rank(const Explanation& explanation, const Advice& advice) {
  const bool certain = advice.margin || advice.cost || advice.action == Action::take;
  if (advice.best && advice.action == Action::nimstring) return "advised: ";
  if (advice.best) return certain ? "best: " : "best in Nimstring: ";
  return std::ranges::any_of(explanation.advice, &Advice::best) ? "also: " : "possible: ";
}

// Ranks by exact values, which the theory does not have before the endgame.
std::string exact_rank(const ExactMoves& exact, int margin) {
  return margin == exact.value ? "best: " : fmt::format("worse by {}: ", exact.value - margin);
}

Sentence no_advice(const Explanation& explanation, bool exact) {
  if (exact || explanation.last_move_cost > 0) return text("the theory advises no move");
  const auto& value = explanation.nim_value;
  if (value && !value->next_player_wins()) {
    return text("the theory advises no move: none wins {}, and the margins are unknown",
                term("Nimstring"));
  }
  return text("the theory advises no move: too many positions to search");
}

Paragraph what_to_play(const Explanation& explanation, const std::optional<ExactMoves>& exact) {
  Paragraph result{"moves", {}};
  if (is_over(explanation)) return result;
  // If no advice is a best move, the best moves are listed first.
  if (exact && std::ranges::find(exact->margins, exact->value) == exact->margins.end()) {
    result.lines.push_back(
        {text("best: {} (exact: margin {})", edges_of(explanation.position.board, exact->best),
              signed_number(exact->value))});
  }
  for (std::size_t i = 0; i < explanation.advice.size(); ++i) {
    const Advice& advice = explanation.advice[i];
    const std::optional<int> margin = exact ? exact->margins[i] : std::nullopt;
    const std::string how_good = margin  ? exact_rank(*exact, *margin)
                                 : exact ? "margin unknown: "
                                         : rank(explanation, advice);
    const std::string note =
        margin ? fmt::format(" (exact: margin {})", signed_number(*margin)) : "";
    result.lines.push_back({text("{}{}{}{}", advice.after_taking ? "after taking all, " : "",
                                 how_good, advice_text(explanation, advice), note)});
  }
  if (explanation.advice.empty()) {
    result.lines.push_back({no_advice(explanation, exact.has_value())});
  }
  return result;
}

// Says which statements do not hold if the last move has a cost.
Paragraph what_fails(const Explanation& explanation) {
  return {
      "value",
      {{text("the last move costs {}; the theorems on {} and margins assume that it costs nothing",
             std::to_string(explanation.last_move_cost),
             term("controlled value", "controlled values"))},
       {text("so these are left out, and with them the advice on what to open and when to keep "
             "control")}}};
}

Paragraph only_nimstring(const Explanation& explanation) {
  Paragraph result{"Nimstring", {}};
  const bool last_boxes = explanation.rest.components.empty();
  if (!is_over(explanation) && !last_boxes) add_nimstring(explanation, result.lines);
  return result;
}

// Empty unless Allcock's advice applies.
Paragraph what_to_steer_for(const Explanation& explanation) {
  Paragraph result{"aims of the opener, if a simple loony endgame arises", {}};
  if (explanation.leads.empty()) return result;
  result.lines.push_back({text(
      "c and v are the {} and the value of that endgame, f is the number of its 4-loops, and "
      "the lead is the {} boxes minus the {} when it begins",
      term("controlled value"), term("opener", "opener's"), term("controller", "controller's"))});
  result.lines.push_back({text(
      "if c is 2 or more, v = c, and the opener wins with a lead of more than c; if c is below "
      "2{}",
      cite(kMidgameSource))});
  for (const Lead& lead : explanation.leads) {
    const char* const or_so = lead.prospect == Prospect::lost  ? " or less"
                              : lead.prospect == Prospect::won ? " or more"
                                                               : "";
    result.lines.push_back(
        {text("with a lead of {}{}: {}{}", std::to_string(lead.lead), or_so, word(lead.prospect),
              lead.aims.empty() ? "" : "; the opener wins with any of these:"),
         1});
    for (const std::string_view aim : lead.aims) result.lines.push_back({text("- {}", aim), 2});
  }
  return result;
}

}  // namespace

std::vector<Paragraph> paragraphs(const Explanation& explanation,
                                  const std::optional<ExactMoves>& exact) {
  std::vector<Paragraph> result;
  if (explanation.last_move_cost > 0) {
    result = {what_is_left(explanation), what_fails(explanation), only_nimstring(explanation),
              what_to_play(explanation, exact)};
  } else {
    result = {in_short(explanation, exact),     what_is_left(explanation),
              who_controls(explanation),        what_it_is_worth(explanation),
              what_to_play(explanation, exact), what_to_steer_for(explanation)};
  }
  std::erase_if(result, [](const Paragraph& one) { return one.lines.empty(); });
  return result;
}

std::string sentence(const Explanation& explanation, const Advice& advice) {
  return text_of(advice_text(explanation, advice));
}

}  // namespace pipo::theory
