// Formats a list of edges by their names: "h0.0 v1.1".
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pipopipette/board.hpp"
#include "pipopipette/index_set.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

inline std::string edge_list(const Board& board, std::span<const int> edges,
                             std::string_view between = " ") {
  std::string list;
  for (const int edge : edges) {
    if (!list.empty()) list += between;
    list += edge_name(board, edge);
  }
  return list;
}

// Lists the edges in order of their DBN indices.
inline std::string edge_list(const Board& board, const IndexSet& edges,
                             std::string_view between = " ") {
  return edge_list(board, edges.members(), between);
}

}  // namespace pipo
