// A game of strings-and-coins on a graph, as text and JSON.
#pragma once

#include <string>

#include "pipopipette/graph.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// Returns the values of the graph and of its moves, and a line of best play, in several lines.
// `name` is what the graph is called.
std::string graph_text(const std::string& name, const Graph& graph, const GraphSolution& solution);

// Returns the names of the ends of a string.
Json ends_json(const Graph& graph, int string);

Json graph_json(const Graph& graph, const GraphSolution& solution);

}  // namespace pipo
