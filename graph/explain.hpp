// The theory's statements about a position of a board of any size (theory/explanation.hpp). On
// boards with more than 64 edges they come from the graph of the position.
#pragma once

#include "theory/explanation.hpp"

namespace pipo::graph {

// The limits of the options hold on any board. A search for nim-values on a graph searches more
// positions in the same time, so it may search kNimstringFactor times as many.
constexpr std::size_t kNimstringFactor = 4;

theory::Explanation explain(const Position& position, theory::ExplainOptions options = {});

}  // namespace pipo::graph
