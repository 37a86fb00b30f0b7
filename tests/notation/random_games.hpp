// Random games up to some move.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "pipopipette/notations.hpp"

namespace pipo::test {

inline Game random_game(const Board& board, int moves, std::mt19937_64& random) {
  std::vector<int> order(static_cast<std::size_t>(board.edges()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  order.resize(static_cast<std::size_t>(moves));
  return played(board, order);
}

}  // namespace pipo::test
