#include "solve/game_analysis.hpp"

#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "search/bounds.hpp"
#include "solve/game_bounds.hpp"
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

void know_all(AnalysedGame& game, const GameValues& values) {
  GameBounds bounds(game);
  game.unknown = values.unknown();
  for (std::size_t i = values.answers.size(); i-- > static_cast<std::size_t>(game.unknown);) {
    bounds.know(i, *values.answers[i]);
    if (i < game.moves.size()) game.moves[i].way = way_of(values, static_cast<int>(i));
  }
  game.stretches = values.stretches;
  game.ending = values.ending;
  game.too_large = values.too_large;
}

// Adds the solution of the last unknown position, which is the one after this many moves.
void add(AnalysedGame& game, GameBounds& bounds, std::size_t moves_made, const Solution& solution) {
  const int number = static_cast<int>(moves_made);
  auto& stretches = game.stretches;
  if (stretches.empty() || stretches.front().way != solution.way) {
    stretches.insert(stretches.begin(), SolvedStretch{solution.way, number, number});
  }
  stretches.front().first = number;
  stretches.front().looked_at += solution.looked_at;
  stretches.front().seconds += solution.seconds;
  game.unknown = number;
  bounds.know(moves_made, solution.answer);
  if (moves_made < game.moves.size()) game.moves[moves_made].way = solution.way;
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
  know_all(game, values_of_game(board, {positions.begin(), positions.end()}, tables, options));
  return game;
}

AnalysedGame analyse_game(const Game& game, const Solver& solver, const SolverOptions& limits,
                          const std::function<void(const AnalysedGame&)>& found) {
  AnalysedGame result = followed(start_of(game), game.moves());
  const std::vector<IndexSet> positions = positions_of(result);
  GameBounds bounds(result);
  result.unknown = static_cast<int>(positions.size());
  SharedTime time(solver, limits);
  for (std::size_t index = positions.size(); index-- > 0;) {
    try {
      // Short searches do not ask.
      if (limits.stopped && limits.stopped()) throw Stopped("stopped");
      const Known known = time.know({result.board, positions[index]});
      if (!known.solution) {
        if (time.over()) result.ending = Ending::out_of_time;
        break;
      }
      add(result, bounds, index, *known.solution);
    } catch (const Stopped&) {
      result.ending = Ending::stopped;
      break;
    }
    if (found) found(result);
  }
  return result;
}

}  // namespace pipo
