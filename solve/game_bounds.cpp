#include "solve/game_bounds.hpp"

#include <algorithm>

#include "probe/board/open_edges.hpp"
#include "search/bounds.hpp"

namespace pipo {

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
