// The choice of a move without exact values: by the theory, by rules of thumb, and by the rules of
// the lower levels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "pipopipette/position.hpp"
#include "pipopipette/rules.hpp"
#include "pipopipette/solver.hpp"
#include "player/player.hpp"
#include "probe/board/open_edges.hpp"

namespace pipo {

// Returns one of the edges: the first one if the seed is 0, otherwise one that depends on the seed
// and the position.
inline int random_edge(const std::vector<int>& edges, const Position& position,
                       std::uint64_t seed) {
  if (seed == 0) return edges.front();
  std::mt19937_64 random(seed ^ std::hash<Position>()(position));
  return edges[random() % edges.size()];
}

// Returns the open edges after which no box can be taken, in the order of the DBN string. The time
// grows with the size of the board only.
inline std::vector<int> safe_edges(const Position& position) {
  const Board& board = position.board;
  std::vector<int> open_of_box;
  for (int box = 0; box < board.boxes(); ++box) open_of_box.push_back(open_edges(position, box));
  const auto capturable = std::ranges::count(open_of_box, 1);
  std::vector<int> edges = legal_moves(position);
  // An edge takes the boxes beside it that have no other open edge, and offers those that then have
  // one. No other box changes.
  std::erase_if(edges, [&](int edge) {
    std::ptrdiff_t taken = 0;
    for (const int box : board.neighbours(edge)) {
      if (box < 0) continue;
      const int open = open_of_box[static_cast<std::size_t>(box)];
      if (open == 2) return true;
      taken += open == 1;
    }
    return taken < capturable;
  });
  return edges;
}

// The levels of the player, for people. They limit what it knows and how long it thinks; no level
// deliberately plays worse than its knowledge allows. The help of `pipo play` and docs/engine.md
// describe them, too.
constexpr int kWeakest = 1;
constexpr int kStrongest = 10;

// From this level on the whole theory is known, and from the next one on positions are solved.
constexpr int kLevelOfTheory = 5;

// Returns what a level does, such as "takes every box, otherwise draws any edge".
std::string_view description(int level);

// Returns the limits of a question for a level above kLevelOfTheory, or nothing if the level does
// not solve the position.
std::optional<SolverOptions> limits_of_level(int level, const Position& position,
                                             SolverOptions options);

// Chooses a move by the rules of a level below kLevelOfTheory. `seconds` limits the theory as in
// choose_by_theory().
Choice choose_by_rules(const Position& position, int level, std::uint64_t seed, double seconds,
                       LastMoveCost last_move_cost);

}  // namespace pipo
