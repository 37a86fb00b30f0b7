#include "probe/board/edge_list.hpp"

#include <bit>
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

std::string edge_list(const Board& board, EdgeSet edges, std::string_view between) {
  std::vector<int> indices;
  for (; edges != 0; edges &= edges - 1) indices.push_back(std::countr_zero(edges));
  return edge_list(board, indices, between);
}

}  // namespace pipo
