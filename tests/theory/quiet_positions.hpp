// The quiet positions for tests of the theory: all of a small board, and random ones of any board.
#pragma once

#include <bit>
#include <random>

#include "probe/board/settle.hpp"
#include "tests/oracle/flat_table.hpp"

namespace pipo::theory {

// Calls visit(drawn) for every quiet position of a board with at most 24 edges.
template <class Visit>
void for_every_quiet_position(const Board& board, const Visit& visit) {
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    if (is_quiet(board, drawn)) visit(drawn);
  }
}

// A random quiet position, from nearly empty to nearly full; the same ones in every run.
class RandomPositions {
 public:
  explicit RandomPositions(const Board& board, unsigned seed = 1) : board_(board), random_(seed) {}

  EdgeSet next() {
    EdgeSet open = random_() & random_() & board_.all();
    if (random_() % 2 != 0) open |= random_() & random_() & board_.all();
    if (random_() % 2 != 0) open |= random_() & random_() & random_() & board_.all();
    return settle(board_, board_.all() & ~open).quiet;
  }

 private:
  Board board_;
  std::mt19937_64 random_;
};

// Random loony endgames, reached by random play that gives no box away as long as possible. Many
// have joints. The same ones in every run.
class RandomEndgames {
 public:
  explicit RandomEndgames(const Board& board, unsigned seed = 1) : board_(board), random_(seed) {}

  EdgeSet next() {
    EdgeSet drawn = 0;
    for (EdgeSet untried = board_.all(); untried != 0;) {
      const EdgeSet edge = pick(untried);
      untried &= ~edge;
      const Settlement after = draw_and_settle(board_, drawn, std::countr_zero(edge));
      // Sometimes a short chain is given away.
      if (after.captured > 0 && (after.captured > 2 || random_() % 4 != 0)) continue;
      drawn = after.quiet;
      untried = board_.all() & ~drawn;
    }
    return drawn;
  }

 private:
  EdgeSet pick(EdgeSet edges) {
    for (auto skip = random_() % std::popcount(edges); skip > 0; --skip) edges &= edges - 1;
    return edges & -edges;
  }

  Board board_;
  std::mt19937_64 random_;
};

inline const oracle::FlatTable& flat_table(const Board& board) {
  return oracle::flat_table(board.rows(), board.columns());
}

inline const Board kSmallBoards[] = {Board(2, 3), Board(2, 4), Board(3, 3)};

}  // namespace pipo::theory
