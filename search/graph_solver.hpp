// Exact values and nim-values of positions of any board, from the graph of its open edges.
//
//   Graph graph(boxes, edges);                   // all edges of the board, or those still open
//   Solver solver(graph);
//   const Result result = solver.solve(open);    // the open edges of a position
//   if (result.value.exact()) ...
//
// Use one solver for all positions of a game: it remembers what it has found. Positions that follow
// from the first one that it searched share its results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pipopipette/bounds.hpp"
#include "probe/board/nim_value.hpp"
#include "search/decomposition.hpp"
#include "search/graph.hpp"
#include "search/nim_search.hpp"
#include "search/sum_search.hpp"

namespace pipo::graph {

// Polled now and then. Returning true ends a search.
using Stop = std::function<bool()>;

// A move and bounds of its value: the margin that its player gets by it, boxes included.
struct Move {
  int edge = 0;
  int captures = 0;
  Bounds value;
};

struct Result {
  Bounds value;             // of the position, for the player to move
  std::vector<Move> moves;  // one for each open edge, in ascending order
  std::vector<int> best;    // the edges whose value is exact and equals that of the position

  // Returns whether the value of the position and of each move is exact.
  bool complete() const;
};

class Solver {
 public:
  // `memory_bytes` limits the tables; the shapes of regions take a few MiB more, about 2 KiB each.
  // Regions with up to `most_strings_of_a_part` strings are compared by their shapes.
  explicit Solver(Graph graph, std::size_t memory_bytes = std::size_t{256} << 20,
                  int most_strings_of_a_part = Decomposition::kMostStringsOfAPart);
  Solver(const Solver&) = delete;

  const Graph& graph() const { return graph_; }

  // Returns the number of positions searched so far.
  std::uint64_t nodes() const { return search_.nodes() + nim_search_.nodes(); }

  // Returns the number of different shapes of regions so far.
  std::size_t shapes() const { return decomposition_.parts().size(); }

  // Returns the value of the position in which these edges are open, quiet or not; bounds of it if
  // it is stopped, or if the position is too large to be searched.
  Bounds value(const EdgeFlags& open, const Stop& stopped = {});

  // Returns the values of the position and of its moves. The position comes first, then its moves.
  // If it is stopped, the rest have bounds only.
  Result solve(const EdgeFlags& open, const Stop& stopped = {});

  // Returns bounds of the value that settle the window; if it is stopped, or if the position is too
  // large to be searched, those that are known. `found` is called with the bounds after each
  // question.
  Bounds bound(const EdgeFlags& open, const Window& window, const Stop& stopped = {},
               const std::function<void(const Bounds&)>& found = {});

  // Returns a move that is known to be worth at least this, without searching, or nothing.
  std::optional<int> known_move(const EdgeFlags& open, int at_least);

  // Returns the nim-value of the position; nothing if it is stopped, or if the position is too
  // large to be searched.
  std::optional<NimValue> nim_value(const EdgeFlags& open, const Stop& stopped = {});

 private:
  Bounds value(const Settled& settled, int guess, const Stop& stopped);
  Bounds quiet_value(const EdgeFlags& quiet, int guess, const Stop& stopped);
  Bounds bound(const Settled& settled, const Window& window, const Stop& stopped,
               const std::function<void(const Bounds&)>& found);
  Bounds bound_by_moves(const EdgeFlags& open, const Window& window, const Stop& stopped);
  Bounds known(const Settled& settled);

  Graph graph_;
  Decomposition decomposition_;
  SumSearch search_;
  NimSearch nim_search_;
};

}  // namespace pipo::graph
