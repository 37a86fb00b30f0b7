#include "solve/game_analysis.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "probe/base/poll.hpp"
#include "probe/board/open_edges.hpp"
#include "search/answer.hpp"
#include "search/null_window.hpp"
#include "solve/limits.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

Bounds shifted(const Bounds& range, int by) {
  return {range.lower + by, range.upper + by};
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

// Adds the solution of the last unknown position, which is the one after this many moves.
void add(AnalysedGame& game, GameBounds& bounds, std::size_t moves_made, const Solution& solution) {
  const int number = static_cast<int>(moves_made);
  auto& stretches = game.stretches;
  if (stretches.empty() || stretches.front().method != solution.method) {
    stretches.insert(stretches.begin(), SolvedStretch{solution.method, number, number});
  }
  stretches.front().first = number;
  stretches.front().looked_at += solution.looked_at;
  stretches.front().seconds += solution.seconds;
  game.unknown = number;
  bounds.know(moves_made, solution.answer);
  if (moves_made < game.moves.size()) game.moves[moves_made].method = solution.method;
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

AnalysedGame analyse_game(const Game& game, const Solver& solver, const SolverOptions& limits,
                          const std::function<void(const AnalysedGame&)>& found) {
  AnalysedGame result = followed(start_of(game), game.moves());
  const std::vector<IndexSet> positions = positions_of(result);
  GameBounds bounds(result);
  result.unknown = static_cast<int>(positions.size());
  SharedTime time(solver, limits);
  const Poll poll = [&limits] {
    if (limits.stopped && limits.stopped()) throw Stopped("stopped");
  };
  for (std::size_t index = positions.size(); index-- > 0;) {
    try {
      poll();  // short searches do not ask
      const Attempt known = time.try_solve({result.board, positions[index]});
      if (!known.solution) {
        if (time.over()) result.ending = Ending::out_of_time;
        result.too_large = refused_size(known);
        if (!result.too_large && result.board.is_small()) {  // it was not sized in time
          const Position position{result.board, positions[index]};
          result.too_large = std::make_shared<const SweepSize>(
              size_of_sweep(position, Budget(limits).memory(), kAnyTime, poll));
        }
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

GameBounds::GameBounds(AnalysedGame& game) : game_(game) {
  note_standings();
  const Standing& last = standings_.back();
  game_.value = bounds_of(last.settlement, last.left);
  ++computed_;
  pass_on(game_.moves.size(), true);
}

// Replays the game with the number of open edges of each box, which a move changes for two boxes at
// most.
void GameBounds::note_standings() {
  const Board& board = game_.board;
  const auto& moves = game_.moves;
  const Position start{board, moves.empty() ? game_.drawn : moves.front().drawn};
  std::vector<int> open;
  for (int box = 0; box < board.boxes(); ++box) open.push_back(open_edges(start, box));
  auto capturable = std::ranges::count(open, 1);
  int left = board.boxes() - static_cast<int>(std::ranges::count(open, 0));
  for (std::size_t i = 0; i <= moves.size(); ++i) {
    Standing standing{{}, left};
    if (capturable > 0) {
      const IndexSet& drawn = i < moves.size() ? moves[i].drawn : game_.drawn;
      standing.settlement = settle({board, drawn}).without_quiet();
      ++settled_;
    }
    standings_.push_back(standing);
    if (i == moves.size()) return;
    for (const int box : board.neighbours(moves[i].edge)) {
      if (box < 0) continue;
      const int now = --open[static_cast<std::size_t>(box)];
      capturable += (now == 1) - (now == 0);
      left -= now == 0;
    }
  }
}

// Computes the bounds of earlier positions from those after this many moves, back to the first that
// stays as it was, or `always` to the first of the game.
void GameBounds::pass_on(std::size_t moves_made, bool always) {
  Bounds next = moves_made < game_.moves.size() ? game_.moves[moves_made].before : game_.value;
  for (std::size_t i = moves_made; i-- > 0;) {
    AnalysedMove& move = game_.moves[i];
    move.after = bounds_of_move(move.captures, next);
    const auto& [settlement, left] = standings_[i];
    next = bounds_before_move(settlement, left, move.captures, move.after);
    ++computed_;
    if (!always && next == move.before) return;
    move.before = next;
  }
}

void GameBounds::know(std::size_t moves_made, const Answer& answer) {
  const bool at_end = moves_made == game_.moves.size();
  (at_end ? game_.value : game_.moves[moves_made].before) = Bounds::only(answer.value);
  (at_end ? game_.best : game_.moves[moves_made].best) = answer.best;
  pass_on(moves_made, false);
}

}  // namespace pipo
