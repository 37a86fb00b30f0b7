// The theory's statements about a position of a board of any size (theory/explanation.hpp), with
// the nim-values and the values of loony endgames that take a search of the position's graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>

#include "pipopipette/rules.hpp"
#include "search/graph_solver.hpp"
#include "theory/explanation.hpp"

namespace pipo::graph {

// The nim-values of positions of one board, each found once for all mirror images.
class NimValues {
 public:
  // The search ends when `stopped` returns true.
  NimValues(const Board& board, std::size_t memory_bytes, Stop stopped);

  // Returns nothing if the search is stopped or the position is too large to be searched.
  std::optional<NimValue> operator()(const Position& position);

  Solver& solver() { return solver_; }

 private:
  Solver solver_;
  Stop stopped_;
  std::unordered_map<Position, std::optional<NimValue>> known_;
};

// The limits of the search for nim-values.
struct ExplainLimits {
  // At most about a second. The empty board of 3x3 takes 651,167.
  std::uint64_t positions = 700'000;
  double seconds = std::numeric_limits<double>::infinity();
};

// If the last move has a cost, nothing that assumes that it has none is part of the explanation.
theory::Explanation explain(const Position& position, const ExplainLimits& limits = {},
                            LastMoveCost last_move_cost = 0);

}  // namespace pipo::graph
