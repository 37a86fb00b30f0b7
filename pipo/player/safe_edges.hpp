// The moves that offer no box.
#pragma once

#include <vector>

#include "pipopipette/position.hpp"
#include "pipopipette/rules.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

// Returns the open edges after which no box can be taken, in the order of the DBN string.
inline std::vector<int> safe_edges(const Position& position) {
  std::vector<int> edges = legal_moves(position);
  std::erase_if(edges, [&](int edge) {
    Position after = position;
    after.drawn.insert(edge);
    return !is_quiet(after);
  });
  return edges;
}

}  // namespace pipo
