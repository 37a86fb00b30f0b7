// Positions as ASCII pictures, both ways.
//
//     +--+  +--+
//     |  |  |        "+" a dot, "--" and "|" drawn edges; inside a box any mark, ignored when read
//     +  +--+--+
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "probe/board/position.hpp"

namespace pipo {

// What to write where in a picture beyond the drawn edges.
struct Labels {
  std::vector<std::string> edges;  // by DBN index, shown in place of open edges; empty: nothing
  std::vector<std::string> boxes;  // by box number; empty: nothing
};

// Several lines, each ended by a newline. Columns widen to fit the labels. With no labels this is what
// parse_picture reads back.
std::string picture(const Position& position, const Labels& labels = {});

// Reads a picture as written by picture() without labels on edges: the board's size follows from the dots. Throws
// BadInput naming line and column, and what was expected there.
Position parse_picture(std::string_view text);

}  // namespace pipo
