#include "answers/first_loony.hpp"

#include <fmt/core.h>

#include <string_view>

#include "answers/nimstring.hpp"
#include "answers/text.hpp"
#include "answers/values.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

using theory::FirstLoony;

std::string_view sentence(FirstLoony who) {
  switch (who) {
    case FirstLoony::none:
      return "no edge is open";
    case FirstLoony::made:
      return "the first loony move has been made: the player to move may take boxes or hand them "
             "back";
    case FirstLoony::mover:
      return "the player to move has to make the first loony move, or finds no move";
    case FirstLoony::opponent:
      break;
  }
  return "the opponent has to make the first loony move, or finds no move";
}

std::string_view parity(int parity) {
  return parity == 0 ? "even" : "odd";
}

std::string rule_text(const theory::ChainRule& rule) {
  const std::string_view there = rule.certain            ? "there will be"
                                 : rule.long_chains == 1 ? "so far there is"
                                                         : "so far there are";
  return fmt::format(
      "long chain rule: the player to move wants an {} number of long chains, and {} {}; it {} {} "
      "makes the first loony move",
      parity(rule.wanted), there, rule.long_chains, rule.certain ? "says that" : "predicts that",
      rule.predicts == FirstLoony::mover ? "the player to move" : "the opponent");
}

}  // namespace

std::string first_loony_text(const FirstLoonyAnswer& answer) {
  const Position& position = answer.position;
  std::string text = fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                                 position.board.edges(), nim_value_text(answer.found.nim_value));
  text += wrapped(sentence(answer.found.who), "", 0);
  if (!answer.found.keeping.empty()) {
    text += wrapped(edge_list(position.board, answer.found.keeping), "moves that keep it so: ", 23);
  }
  if (answer.rule) text += wrapped(rule_text(*answer.rule), "", 4);
  if (answer.found.who == FirstLoony::none) return text;
  return text +
         (answer.table.empty()
              ? fmt::format("found {}\n", how_solved(Method::search, {.looked_at = answer.looked_at,
                                                                      .seconds = answer.seconds}))
              : fmt::format("found by the table {}\n", answer.table));
}

Json chain_rule_json(const std::optional<theory::ChainRule>& rule) {
  if (!rule) return {};
  return {{"wanted", parity(rule->wanted)},
          {"long_chains", rule->long_chains},
          {"certain", rule->certain},
          {"predicts", word(rule->predicts)}};
}

Json first_loony_json(const FirstLoonyAnswer& answer) {
  const Position& position = answer.position;
  const NimValue& nim = answer.found.nim_value;
  return {{"position", to_string(position)},
          {"layer", position.layer()},
          {"first_loony_move", word(answer.found.who)},
          {"loony", nim.loony},
          {"nim_value", nim.loony ? Json() : Json(nim.number)},
          {"keeping", edges_json(position.board, answer.found.keeping)},
          {"chain_rule", chain_rule_json(answer.rule)},
          {"by", answer.table.empty() ? "search" : "table"}};
}

}  // namespace pipo
