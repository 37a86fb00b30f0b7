// A choice among equal moves that varies from game to game.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

// Returns one of the edges: the first one if the seed is 0, otherwise one that depends on the seed
// and the position.
inline int random_edge(const std::vector<int>& edges, const Position& position,
                       std::uint64_t seed) {
  if (seed == 0) return edges.front();
  std::mt19937_64 random(seed ^ std::hash<Position>()(position));
  return edges[random() % edges.size()];
}

}  // namespace pipo
