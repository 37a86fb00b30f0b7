#include "search/answer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "search/null_window.hpp"

namespace pipo {

std::vector<MoveValue> moves_without_values(const Position& position) {
  const auto& [board, drawn] = position;
  check_edges(board, drawn);
  std::vector<MoveValue> moves;
  for (EdgeSet open = board.all() & ~drawn; open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    moves.push_back({edge, completed_boxes(board, drawn, edge), 0});
  }
  return moves;
}

void set_value(const Position& position, MoveValue& move,
               const std::function<int(EdgeSet quiet)>& quiet_value) {
  const auto& [board, drawn] = position;
  const Settlement settled = settle(board, drawn | EdgeSet{1} << move.edge);
  const int after = settled_value(settled, quiet_value(settled.quiet));
  move.value = move.captures > 0 ? move.captures + after : -after;
}

Answer answer_of(const Position& position, LastMoveCost last_move_cost,
                 std::vector<MoveValue> moves) {
  Answer answer{.position = position,
                .value = -last_move_cost,  // of the full board
                .moves = std::move(moves),
                .best = {},
                .table = {position.board, 0, TableGame::dots_and_boxes, last_move_cost}};
  for (const MoveValue& move : answer.moves) {
    if (answer.best.empty() || move.value > answer.value) {
      answer.best.clear();
      answer.value = move.value;
    }
    if (move.value == answer.value) answer.best.push_back(move.edge);
  }
  return answer;
}

Answer answer_by(const Position& position, LastMoveCost last_move_cost,
                 const std::function<int(EdgeSet quiet)>& quiet_value) {
  std::vector<MoveValue> moves = moves_without_values(position);
  for (MoveValue& move : moves) set_value(position, move, quiet_value);
  return answer_of(position, last_move_cost, std::move(moves));
}

std::vector<EdgeSet> required_positions(const Position& position) {
  std::vector<EdgeSet> required;
  answer_by(position, 0, [&required](EdgeSet quiet) {
    required.push_back(quiet);
    return 0;
  });
  std::ranges::sort(required);
  required.erase(std::unique(required.begin(), required.end()), required.end());
  return required;
}

Bounds widest_bounds(int left) {
  return {-left, left};
}

Bounds bounds_of(const Position& position, LastMoveCost last_move_cost) {
  return bounds_of(settle(position).without_quiet(), boxes_left(position) + last_move_cost);
}

Bounds bounds_of(const Settlement& settlement, int left) {
  const Bounds bounds = bounds_before(settlement, widest_bounds(left - settlement.captured));
  return {bounds.lower, std::min(bounds.upper, left)};
}

Bounds bounds_of_move(int captures, const Bounds& after) {
  if (captures > 0) return {captures + after.lower, captures + after.upper};
  return for_opponent(after);
}

Bounds bounds_before_move(const Settlement& settlement, int left, int captures,
                          const Bounds& worth) {
  Bounds value = bounds_of(settlement, left);
  value.lower = std::max(value.lower, worth.lower);
  const bool take_all = captures > 0 && settlement.handout == Handout::none;
  if (take_all) value.upper = std::min(value.upper, worth.upper);
  return value;
}

}  // namespace pipo
