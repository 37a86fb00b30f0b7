#include "pipo/words/explained.hpp"
#include "pipo/words/theory_words.hpp"
#include "pipopipette/notation.hpp"
#include "probe/file/layer_json.hpp"
#include "search/bounds.hpp"
#include "solve/way.hpp"
#include "theory/component_names.hpp"

namespace pipo {
namespace {

template <class Edges>
Json names(const Board& board, const Edges& edges) {
  Json list = Json::array();
  for (const int edge : edges) list.push_back(edge_name(board, edge));
  return list;
}

Json source(const theory::Source& source) {
  return source.author.empty() ? Json() : Json(to_string(source));
}

Json derived(const theory::Derived& one) {
  return {{"value", one.value}, {"source", source(one.source)}};
}

template <class Value>
Json optional(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json on_offer(const theory::Explanation& theory) {
  Json list = Json::array();
  for (const CapturedComponent& one : theory.on_offer) {
    list.push_back({{"boxes", one.boxes.members()},
                    {"edges", names(theory.position.board, one.edges.members())},
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
                    {"edges", names(theory.position.board, one.component.edges.members())}});
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
          {"d", optional(formula.d)}};
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
          {"moves", names(theory.position.board, one.moves)},
          {"edges", names(theory.position.board, one.edges.members())},
          {"margin", optional(one.margin)},
          {"cost", optional(one.cost)},
          {"source", source(one.source)},
          {"text", sentence(theory, one)},
          {"exact", explained.exact ? optional(explained.exact->margins[index]) : Json()}};
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
          {"best", names(answer.position.board, answer.best)},
          {"by", word(exact->way)}};
}

// The certain bounds of the value. At least, nobody takes more boxes than are left.
Json bounds(const Explained& explained) {
  const Bounds known = explained.exact ? Bounds::only(explained.exact->answer.value)
                                       : bounds_of(explained.theory.position);
  return {known.lower, known.upper};
}

}  // namespace

std::string explained_json(const Explained& explained) {
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
            {"endgame", theory.numbers ? numbers(*theory.numbers) : Json()},
            {"exchange", theory.exchange ? exchange(*theory.exchange) : Json()},
            {"margin", theory.margin ? derived(*theory.margin) : Json()},
            {"advice", all_advice(explained)},
            {"leads", leads(theory)}};
  std::string text = json.dump();
  text.pop_back();
  append_standing_json(text, theory.position, explained.standing, explained.value());
  return text + "}\n";
}

}  // namespace pipo
