// Random games for tests of analyses.
#pragma once

#include <random>
#include <vector>

#include "pipopipette/rules.hpp"

namespace pipo::test {

// A whole game of random moves on a board of any size. A greedy game completes a box whenever
// possible.
inline std::vector<int> random_game(const Board& board, std::mt19937_64& random, bool greedy) {
  std::vector<int> moves;
  Position position{board, {}};
  for (int left = board.edges(); left > 0; --left) {
    const std::vector<int> open = legal_moves(position);
    std::vector<int> taking;
    for (const int edge : open) {
      if (!completed_by(position, edge).empty()) taking.push_back(edge);
    }
    const std::vector<int>& choice = greedy && !taking.empty() ? taking : open;
    moves.push_back(choice[random() % choice.size()]);
    position.drawn.insert(moves.back());
  }
  return moves;
}

}  // namespace pipo::test
