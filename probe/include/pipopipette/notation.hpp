// Reads and writes positions ("1x1:0111") and edges ("h2.3") as text.
#pragma once

#include <string>
#include <string_view>

#include "pipopipette/export.h"
#include "pipopipette/position.hpp"

namespace pipo {

// Returns "RxC:BITS": one digit per edge in DBN order, 1 if it is drawn and 0 if it is open.
PIPOPIPETTE_API std::string to_string(const Position& position);

// Reads "RxC:BITS". Throws BadInput naming the reason. For a character other than 0 and 1 the
// message also has its position among the bits, counted from 1.
PIPOPIPETTE_API Position parse_position(std::string_view text);

// Returns the name of an edge, "h2.3" or "v0.4": row.column, both from 0. Throws BadInput if the
// board has no such edge.
PIPOPIPETTE_API std::string edge_name(const Board& board, int edge);

// Reads "h2.3", "v0.4" or a DBN index such as "17", without leading zeros. Returns the DBN index.
// Throws BadInput naming the text, the board and the allowed range.
PIPOPIPETTE_API int parse_edge(const Board& board, std::string_view text);

}  // namespace pipo
