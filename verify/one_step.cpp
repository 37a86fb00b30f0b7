#include "verify/one_step.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace pipo {
namespace {

template <typename ValueOf>
MoveValue move_by_rule(const ValueOf& value, const Position& position, int edge) {
  const int captures = boxes_by_rule(position.board, position.drawn, edge);
  const int next = value(Position{position.board, position.drawn | EdgeSet{1} << edge});
  return {.edge = edge, .captures = captures, .value = captures > 0 ? captures + next : -next};
}

auto values_of(const Tables& tables) {
  return [&tables](const Position& position) { return tables.value(position); };
}

}  // namespace

int boxes_by_rule(const Board& board, EdgeSet drawn, int edge) {
  const EdgeSet after = drawn | EdgeSet{1} << edge;
  int count = 0;
  for (const int box : board.neighbours(edge)) {
    if (box >= 0 && (board.sides(box) & ~after) == 0) ++count;
  }
  return count;
}

std::vector<MoveValue> moves_by_rule(const ValueOfPosition& value, const Position& position) {
  std::vector<MoveValue> moves;
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    moves.push_back(move_by_rule(value, position, std::countr_zero(open)));
  }
  return moves;
}

std::vector<MoveValue> moves_by_rule(const Tables& tables, const Position& position) {
  return moves_by_rule(values_of(tables), position);
}

int value_by_rule(const Tables& tables, const Position& position) {
  if (position.open() == 0) return 0;
  int best = std::numeric_limits<int>::min();
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    best = std::max(best, move_by_rule(values_of(tables), position, std::countr_zero(open)).value);
  }
  return best;
}

int Mismatch::rule_value() const {
  if (moves.empty()) return 0;
  return std::max_element(moves.begin(), moves.end(),
                          [](const MoveValue& a, const MoveValue& b) { return a.value < b.value; })
      ->value;
}

std::optional<Mismatch> check_value(const Tables& tables, const Position& position, int value) {
  if (value == value_by_rule(tables, position)) return std::nullopt;
  return Mismatch{position, value, moves_by_rule(tables, position)};
}

}  // namespace pipo
