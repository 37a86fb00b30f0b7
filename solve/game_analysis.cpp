#include "solve/game_analysis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <utility>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "probe/base/poll.hpp"
#include "probe/board/open_edges.hpp"
#include "search/answer.hpp"
#include "search/null_window.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"
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

// Chooses the positions of a game from which to sweep. A sweep has the values of all later
// positions, and costs about four times as much as the sweep of the next one. So a game is not
// swept from each position, but from a few, each long before the last.
class SweepStarts {
 public:
  // All must outlive this.
  SweepStarts(const Board& board, const std::vector<IndexSet>& positions, const Tables& tables)
      : board_(board), positions_(positions), tables_(tables), sizes_(positions.size()) {}

  // Returns the earliest position whose sweep seems to be within these limits and worth its time;
  // `last` if none before this one is, and if no sweep is needed for it.
  std::size_t earliest(std::size_t last, const SolverOptions& limits) {
    if (!needs_sweep(last, limits) || !may_sweep()) return last;
    return with_threads(limits.threads, [&] {
      threads_ = loop_threads();
      const Budget budget(limits);
      std::size_t earliest = last;
      try {
        while (earliest > refused_ && worth(earliest - 1, limits, budget)) --earliest;
      } catch (const Stopped&) {
        if (!budget.over()) throw;
      }
      return earliest;
    });
  }

  // Notes that a position was refused in spite of its size: memory is counted exactly only then.
  void refuse(std::size_t number) { refused_ = std::max(refused_, number + 1); }

  // Notes that the values of a sweep could not be kept for later positions.
  void give_up() { refused_ = positions_.size(); }

  // Notes what solving a position took.
  void note(std::size_t number, const Solution& solution) {
    if (solution.method != Method::sweep || solution.remembered) return;
    spent_ += solution.looked_at;
    if (const auto& size = sizes_[number]; size && solution.seconds > kTellingSeconds) {
      // Its seconds include waiting for other questions, hence the upper limit.
      slowness_ = std::clamp(solution.seconds * threads_ / size->seconds, 1.0, kMostSlowness);
    }
  }

 private:
  // The values of the first sweep, and how many times as many as all earlier ones together the next
  // may have. So some values are known soon, and what is swept again costs little.
  static constexpr std::uint64_t kFirst = 10'000'000;
  static constexpr std::uint64_t kGrowth = 10;
  // A shorter sweep says nothing about the speed of the machine, and takes up to 2.5 times its
  // estimate.
  static constexpr double kTellingSeconds = 0.1;
  static constexpr double kUnknownSlowness = 4;
  static constexpr double kMostSlowness = 8;
  // The share of the remaining time that a sweep may take: if it does not end, it gives no value.
  static constexpr double kShare = 0.8;

  Position position(std::size_t number) const { return {board_, positions_[number]}; }

  bool needs_sweep(std::size_t number, const SolverOptions& limits) const {
    if (!board_.is_small() || limits.only.value_or(Method::sweep) != Method::sweep) return false;
    return limits.only || (!tables_.covers(position(number)) && !has_few_open(position(number)));
  }

  bool worth(std::size_t number, const SolverOptions& limits, const Budget& budget) {
    auto& size = sizes_[number];
    if (!size) {
      if (memory_to_size(position(number)) > budget.memory()) return false;
      size = size_of_sweep(position(number), budget.memory(), kAnyTime, budget.poll());
    }
    const double table = kSweptTableBytes * static_cast<double>(size->values);
    const double seconds = slowness_ * size->seconds / threads_;
    return table <= static_cast<double>(limits.remember) &&
           static_cast<double>(size->memory) + table <= static_cast<double>(budget.memory()) &&
           seconds <= kShare * budget.seconds_left() &&
           size->values <= std::max(kFirst, kGrowth * spent_);
  }

  const Board& board_;
  const std::vector<IndexSet>& positions_;
  const Tables& tables_;
  std::vector<std::optional<SweepSize>> sizes_;  // by the number of moves made
  std::size_t refused_ = 0;                      // positions before this one are not tried
  int threads_ = 1;                              // of sweeps
  std::uint64_t spent_ = 0;                      // values computed by sweeps
  double slowness_ = kUnknownSlowness;           // the time of sweeps divided by its estimate
};

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
  const LastMoveCost cost = solver.tables().last_move_cost();
  if (game.last_move_cost() > 0 && game.last_move_cost() != cost) {
    throw BadInput(fmt::format("the last move of the game costs {}, and in the tables {}",
                               game.last_move_cost(), cost));
  }
  AnalysedGame result = followed(start_of(game), game.moves());
  const std::vector<IndexSet> positions = positions_of(result);
  GameBounds bounds(result, cost);
  result.unknown = static_cast<int>(positions.size());
  SharedTime time(solver, limits);
  SweepStarts starts(result.board, positions, solver.tables());
  std::size_t swept = positions.size();  // the earliest position solved
  std::optional<Attempt> at_swept;
  const auto attempt = [&](std::size_t number) {
    Attempt known = time.try_solve({result.board, positions[number]});
    if (known.solution) {
      swept = std::min(swept, number);
      starts.note(number, *known.solution);
    }
    return known;
  };
  const Poll poll = [&limits] {
    if (limits.stopped && limits.stopped()) throw Stopped("stopped");
  };
  for (std::size_t index = positions.size(); index-- > 0;) {
    try {
      poll();  // short searches do not ask
      if (index < swept) {
        const std::size_t first = starts.earliest(index, time.left());
        if (first < index) {
          at_swept = attempt(first);
          if (!at_swept->solution) starts.refuse(first);
        }
      }
      Attempt known = index == swept && at_swept ? *std::move(at_swept) : attempt(index);
      if (index > swept && known.solution && !known.solution->remembered) starts.give_up();
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

GameBounds::GameBounds(AnalysedGame& game, LastMoveCost last_move_cost) : game_(game) {
  note_standings();
  for (Standing& standing : standings_) standing.left += last_move_cost;
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
