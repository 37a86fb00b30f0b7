// Positions as ASCII pictures, both ways.
//
//     +--+  +--+
//     |  |  |        "+" a dot, "--" and "|" drawn edges; inside a box any mark, ignored when read
//     +  +--+--+
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

// What to write where in a picture beyond the drawn edges.
struct Labels {
  std::vector<std::string> edges;  // by DBN index, shown in place of open edges; empty: nothing
  std::vector<std::string> boxes;  // by box number; empty: nothing
};

// Several lines, each ended by a newline, without spaces at their ends. Columns widen to fit the
// labels, which are plain ASCII. With no labels on edges this is what parse_picture reads back.
std::string picture(const Position& position, const Labels& labels = {});

// Reads a picture as written by picture() without labels on edges, or by hand with columns of any
// width: the '+' of the first line say how many columns there are and where. Whatever stands inside
// a box, spaces at the ends of lines and blank lines at the end are ignored. Throws BadInput naming
// line and column (from 1), and what was expected there.
Position parse_picture(std::string_view text);

}  // namespace pipo
