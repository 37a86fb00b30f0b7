#include "answers/explained.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "answers/first_loony.hpp"
#include "answers/text.hpp"
#include "answers/values.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/file/layer_json.hpp"
#include "search/answer.hpp"
#include "search/explain.hpp"
#include "solve/method.hpp"
#include "theory/sentences.hpp"
#include "theory/structure.hpp"

namespace pipo {
namespace {

using ValueOf = std::function<int(const Position&)>;

// Returns the margin for the player to move if they draw these edges in order and play best
// afterwards. Only the last edge may capture nothing.
int margin_of(const ValueOf& value_of, Position position, const std::vector<int>& moves) {
  int captured = 0;
  bool moves_again = true;
  for (const int edge : moves) {
    const int boxes = completed_by(position, edge).size();
    moves_again = boxes > 0;
    captured += boxes;
    position.drawn.insert(edge);
  }
  const int rest = value_of(position);
  return captured + (moves_again ? rest : -rest);
}

struct Valued {
  theory::Advice advice;
  std::optional<int> margin;
};

// Adds an advice with the margin for a player who follows it. An advice for one of several moves
// with different margins becomes one advice per margin.
void add_valued(const theory::Explanation& theory, const ValueOf& value_of,
                const theory::Advice& advice, std::vector<Valued>& valued) {
  Position from = theory.position;
  if (advice.after_taking) from.drawn = theory.settled.quiet;
  const int taken = advice.after_taking ? theory.settled.captured : 0;
  if (advice.moves.size() != 1 || advice.edges.empty()) {
    valued.push_back({advice, taken + margin_of(value_of, from, advice.moves)});
    return;
  }
  std::map<int, IndexSet, std::greater<>> by_margin;
  for (const int edge : advice.edges.members()) {
    by_margin[taken + margin_of(value_of, from, {edge})].insert(edge);
  }
  for (const auto& [margin, edges] : by_margin) {
    Valued one{advice, margin};
    one.advice.edges = edges;
    if (!edges.contains(advice.moves.front())) one.advice.moves = {edges.least()};
    valued.push_back(std::move(one));
  }
}

// Ranks the theory's advice by margin; advice for after taking everything comes last.
Exact exact_values(theory::Explanation& theory, Solution solution, const ValueOf& value_of) {
  Exact exact{std::move(solution.answer), solution.method, {}};
  std::vector<Valued> valued;
  for (const theory::Advice& advice : theory.advice) {
    try {
      add_valued(theory, value_of, advice, valued);
    } catch (
        const OutOfResources&) {  // the value of the position itself is known, and worth showing
      valued.push_back({advice, {}});
    }
  }
  std::ranges::stable_sort(valued, [](const Valued& a, const Valued& b) {
    const auto order = [](const Valued& one) {
      return std::tuple(one.advice.after_taking, !one.margin, -one.margin.value_or(0));
    };
    return order(a) < order(b);
  });
  theory.advice.clear();
  for (Valued& one : valued) {
    one.advice.best = one.margin == exact.answer.value;
    theory.advice.push_back(std::move(one.advice));
    exact.margins.push_back(one.margin);
  }
  return exact;
}

void mark(Labels& labels, const IndexSet& boxes, const std::string& with) {
  for (const int box : boxes.members()) labels.boxes[static_cast<std::size_t>(box)] = with;
}

}  // namespace

std::optional<int> Explained::value() const {
  if (exact) return exact->answer.value;
  return theory.margin ? std::optional(theory.margin->value) : std::nullopt;
}

std::optional<Outcomes> Explained::outcome() const {
  const std::optional<int> margin = value();
  if (!margin || theory.chain_formula.boxes == 0) return std::nullopt;
  const auto& score = turn_and_score.score;
  const int lead = score ? (*score)[0] - (*score)[1] : 0;
  return Outcomes{lead + *margin, lead - *margin, score.has_value()};
}

Explained explained_by_theory(const Position& position, const TurnAndScore& turn_and_score,
                              LastMoveCost last_move_cost) {
  return {.theory = graph::explain(position, {}, last_move_cost),
          .exact = {},
          .turn_and_score = turn_and_score};
}

void add_exact(Explained& explained, Solution solution, SharedTime& time) {
  explained.exact = exact_values(explained.theory, std::move(solution), [&](const Position& later) {
    return time.solve(later).answer.value;
  });
}

Explained explained(const Position& position, SharedTime time, const TurnAndScore& turn_and_score) {
  Explained result = explained_by_theory(position, turn_and_score, time.last_move_cost());
  try {
    add_exact(result, time.solve(position), time);
  } catch (const DamagedTable& error) {
    result.damaged = true;
    result.why_not = error.what();
  } catch (const MissingTable& error) {
    result.why_not = error.what();
  } catch (const OutOfResources& error) {
    result.why_not = error.what();
  }
  return result;
}

std::string marked_picture(const theory::Explanation& explanation) {
  const Position& position = explanation.position;
  Labels labels;
  labels.boxes.resize(static_cast<std::size_t>(position.board.boxes()));
  for (const theory::Marked& one : explanation.components) {
    mark(labels, one.component.boxes, one.mark);
  }
  for (const CapturedComponent& one : explanation.on_offer) mark(labels, one.boxes, "*");
  return picture(position, labels);
}

namespace {

constexpr std::size_t kIndent = 2;

// Wraps a line of the theory and keeps its own indentation.
std::string line_of_theory(const std::string& line) {
  const std::size_t own = line.find_first_not_of(' ');
  return wrapped(line, std::string(kIndent + own, ' '), kIndent + own + 4);
}

std::string title_of(const std::optional<Exact>& exact) {
  if (!exact) return "exact value";
  return fmt::format("by {} {}", exact->method == Method::table ? "the" : "a", word(exact->method));
}

std::string exact_value(const Explained& explained) {
  const Position& position = explained.theory.position;
  const auto line = [](const std::string& text) { return wrapped(text, "  ", kIndent + 4); };
  const std::string title = title_of(explained.exact) + "\n";
  if (!explained.exact) return title + line("unknown: " + explained.why_not);
  const Answer& answer = explained.exact->answer;
  std::string text =
      title + line(value_text(position, answer.value, explained.theory.last_move_cost));
  if (!answer.best.empty()) text += line("best: " + best_moves(answer));
  return text;
}

std::string_view winner(theory::OutcomeClass which) {
  switch (which) {
    case theory::OutcomeClass::left:
      return "the player to move wins in any case";
    case theory::OutcomeClass::right:
      return "the opponent wins in any case";
    case theory::OutcomeClass::next:
      return "the player who moves next wins";
    case theory::OutcomeClass::previous:
      return "the player who moves next loses";
    case theory::OutcomeClass::tied:
      return "none of the classes, because of a tie";
  }
  return "";
}

theory::Paragraph outcome_paragraph(const Outcomes& outcome) {
  const theory::OutcomeClass which = outcome.which();
  const std::string name =
      which == theory::OutcomeClass::tied ? std::string() : fmt::format("{}: ", word(which));
  const std::string words =
      fmt::format("{}{}; margin {} for the player to move, {} if the opponent moved instead", name,
                  winner(which), signed_number(outcome.next), signed_number(outcome.second));
  theory::Paragraph result;
  result.title =
      outcome.whole_game ? "outcome class of the game" : "outcome class of the boxes left";
  result.lines.push_back({theory::citing(words, {"Mao-Peng", "section 1"})});
  return result;
}

// Returns all that follows the exact value: the outcome if it is known, then the theory.
std::vector<theory::Paragraph> paragraphs_of(const Explained& explained) {
  std::optional<theory::ExactMoves> exact;
  if (explained.exact) {
    const Answer& answer = explained.exact->answer;
    exact = {answer.value, answer.best, explained.exact->margins};
  }
  std::vector<theory::Paragraph> result = paragraphs(explained.theory, exact);
  if (const auto outcome = explained.outcome()) {
    const auto details = std::ranges::find(result, false, &theory::Paragraph::brief);
    result.insert(details, outcome_paragraph(*outcome));
  }
  return result;
}

}  // namespace

std::string explained_text(const Explained& explained) {
  const Position& position = explained.theory.position;
  std::string text = fmt::format("{}\n", to_string(position));
  if (explained.turn_and_score.known()) {
    text += turn_and_score_text(position, explained.turn_and_score, explained.value(),
                                explained.theory.last_move_cost) +
            "\n";
  }
  text += fmt::format("\n{}\n{}", marked_picture(explained.theory), exact_value(explained));
  for (const theory::Paragraph& one : paragraphs_of(explained)) {
    text += fmt::format("\n{}\n", one.title);
    for (const theory::Line& line : one.lines) text += line_of_theory(text_of(line));
  }
  return text;
}

namespace {

Json source(const theory::Source& source) {
  return source.author.empty() ? Json() : Json(to_string(source));
}

Json derived(const theory::Derived& one) {
  return {{"value", one.value}, {"source", source(one.source)}};
}

Json on_offer(const theory::Explanation& theory) {
  Json list = Json::array();
  for (const CapturedComponent& one : theory.on_offer) {
    list.push_back({{"boxes", one.boxes.members()},
                    {"edges", edges_json(theory.position.board, one.edges.members())},
                    {"open_ended", one.open_ended}});
  }
  return list;
}

Json components(const theory::Explanation& theory) {
  Json list = Json::array();
  for (const theory::Marked& one : theory.components) {
    list.push_back({{"mark", one.mark},
                    {"name", one.name},
                    {"kind", word(one.component.kind)},
                    {"length_class", one.length_class.empty() ? Json() : Json(one.length_class)},
                    {"lengths", one.lengths},
                    {"boxes", one.component.boxes.members()},
                    {"edges", edges_json(theory.position.board, one.component.edges.members())}});
  }
  return list;
}

Json numbers(const theory::Numbers& numbers) {
  Json also = Json::array();
  for (const theory::Derived& one : numbers.confirmed_by) also.push_back(derived(one));
  return {{"boxes", numbers.boxes},
          {"strings", numbers.strings},
          {"loops", numbers.loops},
          {"fcv", numbers.fully_controlled},
          {"tb", numbers.terminal_bonus},
          {"c", numbers.controlled},
          {"v", numbers.value.value},
          {"source", source(numbers.value.source)},
          {"also", also}};
}

Json exchange(const theory::Exchange& exchange) {
  return {{"chains", exchange.chains},
          {"to_controller", exchange.to_controller},
          {"to_opener", exchange.to_opener},
          {"cost", exchange.cost()}};
}

Json nimstring(const NimValue& value) {
  return {{"loony", value.loony},
          {"nim_value", value.loony ? Json() : Json(value.number)},
          {"next_player_wins", value.next_player_wins()}};
}

Json chain_formula(const theory::ChainFormula& formula) {
  return {{"open_edges", formula.open_edges},
          {"boxes", formula.boxes},
          {"wanted", formula.wanted == 0 ? "even" : "odd"},
          {"d", or_null(formula.d)}};
}

Json advice(const Explained& explained, std::size_t index) {
  const theory::Explanation& theory = explained.theory;
  const theory::Advice& one = theory.advice[index];
  Json marks = Json::array();
  for (const int component : one.components) {
    marks.push_back(theory.components[static_cast<std::size_t>(component)].mark);
  }
  return {{"action", word(one.action)},
          {"best", one.best},
          {"after_taking", one.after_taking},
          {"shape", one.shape == theory::Shape::loop ? "loop" : "string"},
          {"boxes", one.boxes},
          {"handed_back", one.handed_back},
          {"components", marks},
          {"moves", edges_json(theory.position.board, one.moves)},
          {"edges", edges_json(theory.position.board, one.edges.members())},
          {"margin", or_null(one.margin)},
          {"cost", or_null(one.cost)},
          {"source", source(one.source)},
          {"text", sentence(theory, one)},
          {"exact", explained.exact ? or_null(explained.exact->margins[index]) : Json()}};
}

Json all_advice(const Explained& explained) {
  Json list = Json::array();
  for (std::size_t i = 0; i < explained.theory.advice.size(); ++i) {
    list.push_back(advice(explained, i));
  }
  return list;
}

Json leads(const theory::Explanation& theory) {
  Json list = Json::array();
  for (const theory::Lead& one : theory.leads) {
    list.push_back({{"lead", one.lead}, {"prospect", word(one.prospect)}, {"aims", one.aims}});
  }
  return list;
}

Json outcome(const std::optional<Outcomes>& outcome) {
  if (!outcome) return {};
  return {{"class", word(outcome->which())},
          {"next", outcome->next},
          {"second", outcome->second},
          {"whole_game", outcome->whole_game}};
}

Json exact(const std::optional<Exact>& exact) {
  if (!exact) return {};
  const Answer& answer = exact->answer;
  return {{"value", answer.value},
          {"best", edges_json(answer.position.board, answer.best)},
          {"by", word(exact->method)}};
}

// The certain bounds of the value. At least, nobody takes more boxes than are left, or loses more
// points than the last move costs.
Json bounds(const Explained& explained) {
  const Bounds known = explained.exact
                           ? Bounds::only(explained.exact->answer.value)
                           : bounds_of(explained.theory.position, explained.theory.last_move_cost);
  return {known.lower, known.upper};
}

// A piece is words, or names what its words are.
Json piece_json(const theory::Piece& piece) {
  switch (piece.kind) {
    case theory::Piece::Kind::words:
      break;
    case theory::Piece::Kind::term:
      return {{"term", piece.term}, {"words", piece.words}};
    case theory::Piece::Kind::edge:
      return {{"edge", piece.words}};
    case theory::Piece::Kind::source:
      return {{"source", piece.words}};
  }
  return piece.words;
}

Json line_json(const Board& board, const theory::Line& line) {
  Json edges = edges_json(board, line.edges);
  Json pieces = Json::array();
  for (const theory::Piece& piece : line.sentence) {
    pieces.push_back(piece_json(piece));
    if (piece.kind == theory::Piece::Kind::edge) edges.push_back(piece.words);
  }
  return {{"depth", line.depth},
          {"tells", line.tells},
          {"component", line.component.empty() ? Json() : Json(line.component)},
          {"edges", std::move(edges)},
          {"pieces", std::move(pieces)}};
}

Json paragraphs_json(const Explained& explained) {
  Json list = Json::array();
  for (const theory::Paragraph& one : paragraphs_of(explained)) {
    Json lines = Json::array();
    for (const theory::Line& line : one.lines) {
      lines.push_back(line_json(explained.theory.position.board, line));
    }
    list.push_back({{"title", one.title}, {"brief", one.brief}, {"lines", std::move(lines)}});
  }
  return list;
}

}  // namespace

Json explained_json(const Explained& explained) {
  const theory::Explanation& theory = explained.theory;
  Json json{{"position", to_string(theory.position)},
            {"layer", theory.position.layer()},
            {"exact", exact(explained.exact)},
            {"outcome", outcome(explained.outcome())},
            {"value_bounds", bounds(explained)},
            {"on_offer", on_offer(theory)},
            {"handed_back_costs", static_cast<int>(theory.settled.handout)},
            {"rest", theory.formula},
            {"stage", word(theory.stage)},
            {"components", components(theory)},
            {"role", word(theory.role)},
            {"role_source", source(theory.role_source)},
            {"nimstring", theory.nim_value ? nimstring(*theory.nim_value) : Json()},
            {"chain_formula", chain_formula(theory.chain_formula)},
            {"first_loony_move",
             theory.nim_value ? Json(word(theory::first_loony(theory.position, *theory.nim_value)))
                              : Json()},
            {"chain_rule", chain_rule_json(theory::chain_rule(theory.settled, theory.chain_formula,
                                                              theory.rest))},
            {"endgame", theory.numbers ? numbers(*theory.numbers) : Json()},
            {"exchange", theory.exchange ? exchange(*theory.exchange) : Json()},
            {"margin", theory.margin ? derived(*theory.margin) : Json()},
            {"advice", all_advice(explained)},
            {"leads", leads(theory)},
            {"paragraphs", paragraphs_json(explained)}};
  add_turn_and_score(json, theory.position, explained.turn_and_score, explained.value(),
                     explained.theory.last_move_cost);
  return json;
}

}  // namespace pipo
