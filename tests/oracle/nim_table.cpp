#include "tests/oracle/nim_table.hpp"

#include <map>
#include <stdexcept>
#include <utility>

namespace oracle {
namespace {

WonNextTo won_next_to(int value) {
  return value == kLoonyPosition ? ~WonNextTo{0} : ~(WonNextTo{1} << value);
}

}  // namespace

// Drawing an edge increases the number of a position. So counting down visits every position after
// all its successors.
NimTable::NimTable(int rows, int columns) {
  const Rules rules(rows, columns);
  if (rules.edges() > 24) throw std::invalid_argument("oracle: too many edges for a flat table");
  values_.resize(std::size_t{1} << rules.edges());
  for (Drawn drawn = rules.full() + 1; drawn-- > 0;) {
    WinningMoves moves;
    for (Drawn open = rules.full() & ~drawn; open != 0; open &= open - 1) {
      const int edge = std::countr_zero(open);
      moves.add(rules.captures(drawn, edge), won_next_to(values_[drawn | Drawn{1} << edge]));
    }
    values_[drawn] = static_cast<std::int8_t>(WinningMoves::value(moves.won()));
  }
}

const NimTable& nim_table(int rows, int columns) {
  static std::map<std::pair<int, int>, NimTable> tables;
  return tables.try_emplace({rows, columns}, rows, columns).first->second;
}

WonNextTo NimSearch::won(Drawn drawn) {
  if (const auto found = known_.find(drawn); found != known_.end()) return found->second;
  WinningMoves moves;
  for (Drawn open = rules_.full() & ~drawn; open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    moves.add(rules_.captures(drawn, edge), won(drawn | Drawn{1} << edge));
  }
  return known_[drawn] = moves.won();
}

}  // namespace oracle
