// The answers with all moves of a position, and lines of play.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "pipopipette/tables.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/best_line.hpp"
#include "probe/table/look_ahead.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {
namespace {

// A small cache of the values of quiet positions reached by moves. All moves in one string reach
// the same position.
class SeenPositions {
 public:
  template <typename Value>
  int value(EdgeSet quiet, Value compute) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (quiet_[i] == quiet) return values_[i];
    }
    const int value = compute();
    quiet_[count_] = quiet;
    values_[count_++] = value;
    return value;
  }

 private:
  std::array<EdgeSet, kSmallBoardEdges> quiet_;
  std::array<int, kSmallBoardEdges> values_;
  std::size_t count_ = 0;
};

int value_of(const TableSet& set, LookAhead& values, const Position& quiet) {
  const std::optional<int> value = values.find(quiet.drawn);
  if (!value) set.throw_missing(quiet);
  return *value;
}

void add_moves(const TableSet& set, LookAhead& values, Answer& answer) {
  const Board& board = answer.position.board;
  SeenPositions seen;
  for (EdgeSet open = answer.position.open(); open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const Settlement after = settle(board, answer.position.drawn | (open & -open));
    const int next = settled_value(after, seen.value(after.quiet, [&] {
      return value_of(set, values, {board, after.quiet});
    }));
    const int captures = completed_boxes(board, answer.position.drawn, edge);
    answer.moves.push_back(
        {.edge = edge, .captures = captures, .value = captures > 0 ? captures + next : -next});
  }
  answer.value = std::ranges::max(answer.moves, {}, &MoveValue::value).value;
  for (const MoveValue& move : answer.moves) {
    if (move.value == answer.value) answer.best.push_back(move.edge);
  }
}

}  // namespace

void Tables::answer(const Position& position, Answer& answer) const {
  check_edges(position.board, position.drawn);
  if (!position.board.is_small()) set_->throw_missing(position);
  const Settlement settled = settle(position.board, position.drawn);
  const Board& board = position.board;
  answer.computed = false;
  const auto table = set_->with_answering_table(
      board, settled.quiet, [&](const auto& way, const LazyTable::Opened& opened) {
        answer.computed = !opened.table.keeps(count_bits(settled.quiet));
        return set_->tables()[way.table]->found().table;
      });
  if (!table) set_->throw_missing(position);
  answer.position = position;
  answer.table = *table;
  answer.moves.clear();
  answer.best.clear();
  LookAhead values(*set_, board, TableSet::kNoTable);
  if (position.open() != 0) {
    add_moves(*set_, values, answer);
  } else {
    answer.value = settled_value(settled, value_of(*set_, values, {board, settled.quiet}));
  }
  answer.computed |= values.computed();
}

Answer Tables::answer(const Position& position) const {
  Answer answer;
  this->answer(position, answer);
  return answer;
}

std::vector<MoveValue> Tables::line(const Position& position) const {
  return best_line(position, [this](const Position& now) { return answer(now); });
}

}  // namespace pipo
