#include "verify/one_step.hpp"

#include <algorithm>
#include <bit>

#include "parallel/threads.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/space/game_values.hpp"

namespace pipo {
namespace {

// Calls f(edge, captures, value of the position after it) for each move.
template <typename F>
void each_move(const ValueOfPosition& value, const Position& position, F f) {
  for (EdgeSet open = position.open(); open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    f(edge, boxes_by_rule(position.board, position.drawn, edge),
      value({position.board, position.drawn | (open & -open)}));
  }
}

int for_player(int captures, int next) {
  return captures > 0 ? captures + next : -next;
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

void ValueByRule::add(int captures, int next) {
  if (game_ == TableGame::dots_and_boxes) {
    const int value = for_player(captures, next);
    best_ = best_ ? std::max(*best_, value) : value;
  } else if (captures == 0) {
    if (next != kLoony) others_ |= std::uint64_t{1} << next;
  } else {
    loony_ |= next == kLoony || (by_captures_ && *by_captures_ != next);
    by_captures_ = next;
  }
}

int ValueByRule::value() const {
  if (game_ == TableGame::dots_and_boxes) return best_.value_or(-last_move_cost_);
  if (!by_captures_) return std::countr_one(others_);
  return loony_ || (others_ >> *by_captures_ & 1) != 0 ? kLoony : *by_captures_;
}

std::vector<MoveValue> moves_by_rule(TableGame game, const ValueOfPosition& value,
                                     const Position& position) {
  std::vector<MoveValue> moves;
  each_move(value, position, [&](int edge, int captures, int next) {
    const bool nimstring = game == TableGame::nimstring;
    moves.push_back({.edge = edge,
                     .captures = captures,
                     .value = nimstring ? next : for_player(captures, next)});
  });
  return moves;
}

int value_by_rule(TableGame game, const ValueOfPosition& value, const Position& position,
                  LastMoveCost last_move_cost) {
  ValueByRule rule(game, last_move_cost);
  each_move(value, position, [&](int, int captures, int next) { rule.add(captures, next); });
  return rule.value();
}

ValueOfPosition looked_up(const StoredValues& tables) {
  return [&tables](const Position& position) { return tables.value(position); };
}

void take_steps(const StoredValues& tables, const Board& board, std::span<const EdgeSet> positions,
                const Steps& results, const std::function<void(double)>& progress,
                std::size_t most_lookups) {
  // The lookups of a position: itself, then the position after each move. They begin at `first`.
  std::vector<std::size_t> first;
  std::vector<EdgeSet> drawn;
  std::vector<std::int8_t> found;
  for (std::size_t begin = 0, end = 0; begin < positions.size(); begin = end) {
    for (first = {0}; end < positions.size(); ++end) {
      const auto next = static_cast<std::size_t>(1 + count_bits(board.all() & ~positions[end]));
      if (end > begin && first.back() + next > most_lookups) break;
      first.push_back(first.back() + next);
    }
    const auto each = [&](auto f) {
      constexpr std::size_t kAtATime = 4096;
      parallel_parts(begin, end, kAtATime, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i != to; ++i) f(i, first[i - begin]);
      });
    };
    drawn.resize(first.back());
    found.resize(first.back());
    each([&](std::size_t i, std::size_t lookup) {
      drawn[lookup] = positions[i];
      for (EdgeSet open = board.all() & ~positions[i]; open != 0; open &= open - 1)
        drawn[++lookup] = positions[i] | (open & -open);
    });
    tables.values(board, drawn, found, loop_threads());
    each([&](std::size_t i, std::size_t lookup) {
      results.values[i] = found[lookup];
      ValueByRule rule(TableGame::dots_and_boxes, tables.last_move_cost());
      for (EdgeSet open = board.all() & ~positions[i]; open != 0; open &= open - 1)
        rule.add(boxes_by_rule(board, positions[i], std::countr_zero(open)), found[++lookup]);
      results.by_rule[i] = static_cast<std::int8_t>(rule.value());
    });
    if (progress) progress(static_cast<double>(end) / static_cast<double>(positions.size()));
  }
}

int Mismatch::rule_value() const {
  if (game == TableGame::dots_and_boxes) {
    return moves.empty() ? -last_move_cost : std::ranges::max(moves, {}, &MoveValue::value).value;
  }
  ValueByRule rule(game);
  for (const MoveValue& move : moves) rule.add(move.captures, move.value);
  return rule.value();
}

}  // namespace pipo
