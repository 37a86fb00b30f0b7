// Random positions of 5x5 for tests of solving.
#pragma once

#include <random>

#include "pipopipette/position.hpp"

namespace pipo::test {

// Returns a position with this many random edges drawn. One with 8 takes hours.
inline Position five_by_five(int drawn, unsigned seed = 1) {
  const Board board(5, 5);
  std::mt19937 random(seed);
  Position position{board, 0};
  while (position.layer() < drawn) position.drawn |= EdgeSet{1} << random() % 60;
  return position;
}

}  // namespace pipo::test
