#include "probe/board/edge_list.hpp"

#include <vector>

#include "pipopipette/notation.hpp"

namespace pipo {

std::string edge_list(const Board& board, std::span<const int> edges, std::string_view between) {
  std::string list;
  for (const int edge : edges) {
    if (!list.empty()) list += between;
    list += edge_name(board, edge);
  }
  return list;
}

std::string edge_list(const Board& board, const IndexSet& edges, std::string_view between) {
  return edge_list(board, edges.members(), between);
}

}  // namespace pipo
