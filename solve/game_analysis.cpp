#include "solve/game_analysis.hpp"

#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "solve/shared_time.hpp"

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
AnalysedGame followed(Game game, std::span<const int> moves) {
  AnalysedGame result;
  result.board = game.board();
  const auto turn = [&game] { return game.turn().value_or(0); };
  const auto score = [&game] { return game.score().value_or(std::array{0, 0}); };
  for (const int edge : moves) {
    AnalysedMove move;
    move.edge = edge;
    move.player = turn();
    move.drawn = game.position().drawn;
    move.score = score();
    move.captures = game.play(edge);
    result.moves.push_back(std::move(move));
  }
  result.drawn = game.position().drawn;
  result.turn = turn();
  result.score = score();
  return result;
}

// Returns the game as it was before its moves.
Game start_of(Game game) {
  for (std::size_t left = game.moves().size(); left > 0; --left) game.undo();
  return game;
}

std::vector<IndexSet> positions_of(const AnalysedGame& game) {
  std::vector<IndexSet> positions;
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

// Works from the last move back, so that each position uses what is known about the next one.
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

void know_moves(AnalysedGame& game, const GameValues& values) {
  value_moves(game, values);
  game.unknown = values.unknown();
  game.stretches = values.stretches;
  game.ending = values.ending;
  game.too_large = values.too_large;
}

// Adds the solution of the last position without an answer.
void add(GameValues& values, std::size_t index, Solution solution) {
  auto& stretches = values.stretches;
  if (stretches.empty() || stretches.front().way != solution.way) {
    const int last = static_cast<int>(index);
    stretches.insert(stretches.begin(), SolvedStretch{solution.way, last, last});
  }
  stretches.front().first = static_cast<int>(index);
  stretches.front().looked_at += solution.looked_at;
  stretches.front().seconds += solution.seconds;
  values.answers[index] = std::move(solution.answer);
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
  AnalysedGame game = followed(Game(board), moves);
  const std::vector<IndexSet> positions = positions_of(game);
  know_moves(game, values_of_game(board, {positions.begin(), positions.end()}, tables, options));
  return game;
}

AnalysedGame analyse_game(const Game& game, const Solver& solver, const SolverOptions& limits,
                          const std::function<void(const AnalysedGame&)>& found) {
  AnalysedGame result = followed(start_of(game), game.moves());
  const std::vector<IndexSet> positions = positions_of(result);
  GameValues values;
  values.answers.resize(positions.size());
  know_moves(result, values);
  SharedTime time(solver, limits);
  for (std::size_t index = positions.size(); index-- > 0;) {
    try {
      // Short searches do not ask.
      if (limits.stopped && limits.stopped()) throw Stopped("stopped");
      Known known = time.know({result.board, positions[index]});
      if (!known.solution) {
        if (time.over()) values.ending = Ending::out_of_time;
        break;
      }
      add(values, index, *std::move(known.solution));
    } catch (const Stopped&) {
      values.ending = Ending::stopped;
      break;
    }
    know_moves(result, values);
    if (found) found(result);
  }
  know_moves(result, values);
  return result;
}

}  // namespace pipo
