#include "tests/oracle/flat_table.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace oracle {

// Drawing an edge increases the number of a position. So counting down visits every position after
// all its successors.
FlatTable::FlatTable(int rows, int columns, int last_move_cost)
    : rules_(rows, columns), last_move_cost_(last_move_cost) {
  if (rules_.edges() > 24) throw std::invalid_argument("oracle: too many edges for a flat table");
  values_.resize(std::size_t{1} << rules_.edges());
  // The player to move there has completed a box with the last edge.
  values_[rules_.full()] = static_cast<std::int8_t>(-last_move_cost_);
  for (Drawn drawn = rules_.full(); drawn-- > 0;) {
    values_[drawn] = static_cast<std::int8_t>(best_move(drawn));
  }
}

// A player who completes a box gets it and moves again; otherwise the turn passes.
int FlatTable::best_move(Drawn drawn) const {
  int best = -rules_.boxes() - last_move_cost_;
  for (Drawn open = rules_.full() & ~drawn; open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const int captures = rules_.captures(drawn, edge);
    const int next = values_[drawn | Drawn{1} << edge];
    const int sign = captures > 0 ? 1 : -1;  // without a branch, which takes twice as long
    best = std::max(best, captures + sign * next);
  }
  return best;
}

const FlatTable& flat_table(int rows, int columns, int last_move_cost) {
  static std::map<std::tuple<int, int, int>, FlatTable> tables;
  return tables.try_emplace({rows, columns, last_move_cost}, rows, columns, last_move_cost)
      .first->second;
}

}  // namespace oracle
