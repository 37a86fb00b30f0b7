// Random games for tests of analyses.
#pragma once

#include <bit>
#include <random>
#include <vector>

#include "probe/board/settle.hpp"

namespace pipo::test {

// A whole game of random moves. A greedy game completes a box whenever possible.
inline std::vector<int> random_game(const Board& board, std::mt19937_64& random, bool greedy) {
  std::vector<int> moves;
  for (EdgeSet drawn = 0; drawn != board.all();) {
    std::vector<int> open, taking;
    for (EdgeSet edges = board.all() & ~drawn; edges != 0; edges &= edges - 1) {
      const int edge = std::countr_zero(edges);
      open.push_back(edge);
      if (completed_boxes(board, drawn, edge) > 0) taking.push_back(edge);
    }
    const std::vector<int>& choice = greedy && !taking.empty() ? taking : open;
    moves.push_back(choice[random() % choice.size()]);
    drawn |= EdgeSet{1} << moves.back();
  }
  return moves;
}

}  // namespace pipo::test
