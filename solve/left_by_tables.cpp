#include "solve/left_by_tables.hpp"

#include "search/answer_by.hpp"

namespace pipo {

std::vector<EdgeSet> left_by_tables(const Tables& tables, const Position& position) {
  if (!position.board.is_small() || !tables.covers(position)) return {};
  std::vector<EdgeSet> left = required_positions(position);
  const std::size_t all = left.size();
  std::erase_if(left, [&](EdgeSet quiet) { return tables.covers({position.board, quiet}); });
  if (2 * left.size() > all) left.clear();
  return left;
}

}  // namespace pipo
