// Random positions for tests of solving.
#pragma once

#include <random>

#include "pipopipette/position.hpp"

namespace pipo::test {

// Returns a position with this many random edges drawn.
inline Position with_random_edges(const Board& board, int drawn, unsigned seed = 1) {
  std::mt19937 random(seed);
  Position position{board, 0};
  while (position.layer() < drawn) {
    position.drawn |= EdgeSet{1} << random() % static_cast<unsigned>(board.edges());
  }
  return position;
}

// The same on 5x5. One with 8 takes hours.
inline Position five_by_five(int drawn, unsigned seed = 1) {
  return with_random_edges(Board(5, 5), drawn, seed);
}

}  // namespace pipo::test
