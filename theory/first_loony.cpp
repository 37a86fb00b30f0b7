#include "theory/first_loony.hpp"

#include <algorithm>
#include <array>

#include "pipopipette/rules.hpp"

namespace pipo::theory {
namespace {

// Returns whether the player who draws this edge avoids the first loony move, given the value of
// the position after it.
bool avoids(int captures, const NimValue& after) {
  return after.next_player_wins() == (captures > 0);
}

int long_chains(const Structure& structure) {
  return static_cast<int>(
      std::ranges::count_if(structure.components, [](const Component& component) {
        return component.kind == Kind::chain && component.size() >= kLongChain;
      }));
}

}  // namespace

std::string_view word(FirstLoony who) {
  constexpr std::array kWords = {"none", "made", "mover", "opponent"};
  return kWords.at(static_cast<std::size_t>(who));
}

std::optional<ChainRule> chain_rule(const WideSettlement& settled, const ChainFormula& formula,
                                    const Structure& rest) {
  if (formula.open_edges == 0 || settled.handout != Handout::none) return {};
  ChainRule rule{.wanted = formula.wanted, .certain = formula.d.has_value()};
  rule.long_chains = formula.d ? *formula.d : long_chains(rest);
  rule.predicts = rule.long_chains % 2 == rule.wanted ? FirstLoony::opponent : FirstLoony::mover;
  return rule;
}

std::optional<ChainRule> chain_rule(const Position& position) {
  const WideSettlement settled = settle(position);
  return chain_rule(settled, chain_formula(position),
                    structure_of({position.board, settled.quiet}));
}

FirstLoony first_loony(const Position& position, const NimValue& nim_value) {
  if (position.open().empty()) return FirstLoony::none;
  if (nim_value.loony) return FirstLoony::made;
  return nim_value.next_player_wins() ? FirstLoony::opponent : FirstLoony::mover;
}

std::optional<FirstLoonyMove> first_loony_move(const Position& position,
                                               const NimValueOf& nim_value) {
  FirstLoonyMove result;
  if (position.open().empty()) return result;
  const auto value = nim_value(position);
  if (!value) return {};
  result.nim_value = *value;
  result.who = first_loony(position, *value);
  if (result.who == FirstLoony::mover) return result;
  for (const int edge : legal_moves(position)) {
    Position after = position;
    after.drawn.insert(edge);
    const auto next = nim_value(after);
    if (!next) return {};
    if (avoids(completed_by(position, edge).size(), *next)) result.keeping.push_back(edge);
  }
  return result;
}

}  // namespace pipo::theory
