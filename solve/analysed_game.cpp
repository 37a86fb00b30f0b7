#include "solve/analysed_game.hpp"

namespace pipo {
namespace {

Bounds shifted(const Bounds& range, int by) {
  return {range.lower + by, range.upper + by};
}

Bounds for_opponent(const Bounds& range) {
  return {-range.upper, -range.lower};
}

// Returns the result if both ends of the range agree on it.
std::optional<Result> result_of(const Bounds& margin) {
  if (margin.lower > 0) return Result::win;
  if (margin.upper < 0) return Result::loss;
  if (margin.exact()) return Result::tie;
  return {};
}

}  // namespace

std::optional<int> AnalysedMove::lost() const {
  if (!before.exact() || !after.exact()) return {};
  return before.lower - after.lower;
}

int AnalysedMove::lead() const {
  return player == 0 ? score[0] - score[1] : score[1] - score[0];
}

std::optional<Result> AnalysedMove::result_before() const {
  return result_of(shifted(before, lead()));
}

std::optional<Result> AnalysedMove::result_after() const {
  return result_of(shifted(after, lead()));
}

Bounds AnalysedGame::margin(int moves_made) const {
  const auto index = static_cast<std::size_t>(moves_made);
  const bool at_end = index == moves.size();
  const Bounds& range = at_end ? value : moves[index].before;
  const int player = at_end ? turn : moves[index].player;
  const auto& taken = at_end ? score : moves[index].score;
  return shifted(player == 0 ? range : for_opponent(range), taken[0] - taken[1]);
}

std::optional<Decision> AnalysedGame::decision() const {
  const int last = static_cast<int>(moves.size());
  const auto end = result_of(margin(last));
  if (!end) return {};
  Decision decision{{}, last, false};
  if (*end != Result::tie) decision.winner = *end == Result::win ? 0 : 1;
  while (decision.since > 0) {
    const auto before = result_of(margin(decision.since - 1));
    decision.by_move = before.has_value() && before != end;
    if (before != end) break;
    --decision.since;
  }
  return decision;
}

AnalysedGame::Lost AnalysedGame::lost(int player) const {
  Lost lost;
  for (const AnalysedMove& move : moves) {
    const auto margin = move.lost();
    if (move.player != player || !margin) continue;
    ++lost.of_moves;
    lost.moves += *margin > 0;
    lost.margin += *margin;
  }
  return lost;
}

}  // namespace pipo
