#include "search/answer_by.hpp"

#include <algorithm>
#include <bit>

#include "probe/board/settle.hpp"

namespace pipo {

Answer answer_by(const Position& position, const std::function<int(EdgeSet quiet)>& quiet_value,
                 const std::function<void(const MoveValue&)>& found) {
  const auto& [board, drawn] = position;
  check_edges(board, drawn);
  Answer answer{.position = position, .value = 0, .moves = {}, .best = {}, .table = {board, 0}};
  for (EdgeSet open = board.all() & ~drawn; open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const int captures = completed_boxes(board, drawn, edge);
    const Settlement settled = settle(board, drawn | EdgeSet{1} << edge);
    const int after = settled_value(settled, quiet_value(settled.quiet));
    answer.moves.push_back({edge, captures, captures > 0 ? captures + after : -after});
    if (found) found(answer.moves.back());
  }
  for (const MoveValue& move : answer.moves) {
    if (answer.best.empty() || move.value > answer.value) {
      answer.best.clear();
      answer.value = move.value;
    }
    if (move.value == answer.value) answer.best.push_back(move.edge);
  }
  return answer;
}

std::vector<EdgeSet> required_positions(const Position& position) {
  std::vector<EdgeSet> required;
  answer_by(position, [&required](EdgeSet quiet) {
    required.push_back(quiet);
    return 0;
  });
  std::ranges::sort(required);
  const auto repeated = std::ranges::unique(required);
  required.erase(repeated.begin(), repeated.end());
  return required;
}

}  // namespace pipo
