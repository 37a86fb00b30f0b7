#include "graph/board_graph.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "graph/settlement.hpp"
#include "graph/trace.hpp"

namespace pipo::graph {

Graph graph_of(const Board& board) {
  std::vector<Ends> edges;
  for (int edge = 0; edge < board.edges(); ++edge) edges.push_back(board.neighbours(edge));
  return Graph(board.boxes(), std::move(edges));
}

EdgeFlags open_edges(const Position& position) {
  EdgeFlags open(static_cast<std::size_t>(position.board.edges()), true);
  for (const int edge : position.drawn.members()) open[static_cast<std::size_t>(edge)] = false;
  return open;
}

int strings_when_settled(const Position& position) {
  const Graph graph = graph_of(position.board);
  const Trace found = trace(graph, settle(graph, open_edges(position)).open);
  return static_cast<int>(found.strings.strings.size() + found.loops.size());
}

Bounds bounds_of(const Position& position) {
  const Graph graph = graph_of(position.board);
  const Settled settled = settle(graph, open_edges(position));
  const int left = boxes_left(graph, settled.open);
  return settled.bounds({-left, left});
}

}  // namespace pipo::graph
