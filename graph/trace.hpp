// The strings and loops of a quiet position, with their edges.
#pragma once

#include <vector>

#include "graph/graph.hpp"
#include "graph/region.hpp"

namespace pipo::graph {

struct Trace {
  Region strings;                       // of all regions, in the order in which they were found
  std::vector<std::vector<int>> edges;  // of each string, from stop to stop
  std::vector<int> loops;               // the number of boxes of each
};

Trace trace(const Graph& graph, const EdgeFlags& quiet);

}  // namespace pipo::graph
