// Boards and their positions as graphs. Edges and boxes keep their numbers.
#pragma once

#include "graph/graph.hpp"
#include "pipopipette/bounds.hpp"
#include "pipopipette/position.hpp"

namespace pipo::graph {

// Returns the graph of all edges of a board.
Graph graph_of(const Board& board);

// Returns the edges that are open in a position.
EdgeFlags open_edges(const Position& position);

// Returns the number of strings and loops of the settled position, which indicates how long solving
// it takes.
int strings_when_settled(const Position& position);

// Returns the bounds of a position's value that follow from settling it.
Bounds bounds_of(const Position& position);

}  // namespace pipo::graph
