// Random positions for benchmarks.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

// All numbers of drawn edges are equally likely.
inline std::vector<Position> random_positions(const Board& board, std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<Position> positions;
  for (std::size_t i = 0; i < count; ++i) {
    Position position{board, 0};
    const int drawn = static_cast<int>(random() % static_cast<unsigned>(board.edges() + 1));
    while (position.layer() < drawn) {
      position.drawn |= EdgeSet{1} << random() % static_cast<unsigned>(board.edges());
    }
    positions.push_back(position);
  }
  return positions;
}

}  // namespace pipo
