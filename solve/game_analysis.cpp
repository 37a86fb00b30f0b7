#include "solve/game_analysis.hpp"

#include <utility>

#include "pipopipette/game.hpp"

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

// Replays the moves: a player who takes a box moves again, otherwise it is the other player's turn.
AnalysedGame followed(const Board& board, std::span<const int> moves) {
  const Game whole = played(board, moves);
  AnalysedGame result;
  result.board = board;
  result.drawn = whole.position().drawn;
  result.turn = *whole.turn();
  result.score = *whole.score();
  Game game(board);
  for (const int edge : moves) {
    AnalysedMove move;
    move.edge = edge;
    move.player = *game.turn();
    move.drawn = game.position().drawn;
    move.score = *game.score();
    move.captures = game.play(edge);
    result.moves.push_back(std::move(move));
  }
  return result;
}

std::vector<EdgeSet> positions_of(const AnalysedGame& game) {
  std::vector<EdgeSet> positions;
  for (const AnalysedMove& move : game.moves) positions.push_back(move.drawn);
  positions.push_back(game.drawn);
  return positions;
}

// Returns how the position after this many moves was solved.
std::optional<Way> way_of(const GameValues& values, int moves_made) {
  for (const SolvedStretch& stretch : values.stretches) {
    if (stretch.first <= moves_made && moves_made <= stretch.last) return stretch.way;
  }
  return {};
}

// Works from the last move back, so that each position uses what is known of the next one.
void value_moves(AnalysedGame& game, const GameValues& values) {
  const auto& end = values.answers.back();
  game.value = end ? Bounds::only(end->value) : bounds_of({game.board, game.drawn});
  if (end) game.best = end->best;
  Bounds next = game.value;
  for (std::size_t i = game.moves.size(); i-- > 0;) {
    AnalysedMove& move = game.moves[i];
    const auto& answer = values.answers[i];
    move.after = bounds_of_move(move.captures, next);
    if (answer) {
      move.before = Bounds::only(answer->value);
      move.best = answer->best;
      move.way = way_of(values, static_cast<int>(i));
    } else {
      move.before = bounds_before_move({game.board, move.drawn}, move.captures, move.after);
    }
    next = move.before;
  }
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

AnalysedGame analyse_game(const Board& board, std::span<const int> moves, const Tables& tables,
                          const GameOptions& options) {
  AnalysedGame game = followed(board, moves);
  GameValues values = values_of_game(board, positions_of(game), tables, options);
  value_moves(game, values);
  game.unknown = values.unknown();
  game.stretches = std::move(values.stretches);
  game.ending = values.ending;
  game.too_large = values.too_large;
  return game;
}

}  // namespace pipo
