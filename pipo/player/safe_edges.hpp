// The moves that offer no box.
#pragma once

#include <algorithm>
#include <vector>

#include "pipopipette/position.hpp"
#include "pipopipette/rules.hpp"
#include "probe/board/open_edges.hpp"

namespace pipo {

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

}  // namespace pipo
