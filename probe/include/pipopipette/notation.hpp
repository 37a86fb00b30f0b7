// Positions and edges as text, both ways: "1x1:0111", "h2.3".
#pragma once

#include <string>
#include <string_view>

#include "pipopipette/export.h"
#include "pipopipette/position.hpp"

namespace pipo {

// "RxC:BITS", one 0 or 1 an edge in DBN order, 1 for drawn.
PIPOPIPETTE_API std::string to_string(const Position& position);

// Reads "RxC:BITS". Throws BadInput naming the reason and, for a character other than 0 and 1, its
// place among the bits (from 1).
PIPOPIPETTE_API Position parse_position(std::string_view text);

// "h2.3" or "v0.4": row.column, zero-based. Throws BadInput if the board has no such edge.
PIPOPIPETTE_API std::string edge_name(const Board& board, int edge);

// Reads "h2.3", "v0.4" or a DBN index such as "17", without leading zeros; returns the DBN index.
// Throws BadInput naming the text, the board and the range allowed.
PIPOPIPETTE_API int parse_edge(const Board& board, std::string_view text);

}  // namespace pipo
