// The theory's statements about a position of a board of any size (theory/explanation.hpp), with
// the nim-values and the values of loony endgames that take a search of the position's graph.
#pragma once

#include <cstdint>
#include <limits>

#include "theory/explanation.hpp"

namespace pipo::graph {

// The limits of the search for nim-values.
struct ExplainLimits {
  // At most about a second. The empty board of 3x3 takes 651,167.
  std::uint64_t positions = 700'000;
  double seconds = std::numeric_limits<double>::infinity();
};

theory::Explanation explain(const Position& position, const ExplainLimits& limits = {});

}  // namespace pipo::graph
