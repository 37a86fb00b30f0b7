// Positions as ASCII pictures, both ways.
//
//     +--+  +--+
//     |  |  |        "+" a dot, "--" and "|" drawn edges; inside a box any mark, ignored when read
//     +  +--+--+
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/export.h"
#include "pipopipette/position.hpp"

namespace pipo {

// What to write where in a picture beyond the drawn edges.
struct Labels {
  std::vector<std::string> edges;  // by DBN index, shown in place of open edges; empty: nothing
  std::vector<std::string> boxes;  // by box number; empty: nothing
};

// Several lines, each ended by a newline, without spaces at their ends (but for lines of spaces
// only, a row of boxes with nothing to be seen). Columns widen to fit the labels, which are plain
// ASCII. parse_picture reads it back where the labels of edges are numbers and those of boxes have
// no line in them.
PIPOPIPETTE_API std::string picture(const Position& position, const Labels& labels = {});

// A picture of more bytes is refused unread: the largest board needs a small part of it.
constexpr std::size_t kLongestPicture = std::size_t{64} << 10;

// Reads a picture as written by picture(), or by hand, in UTF-8. It is a grid: rows of dots, all
// the same number of characters apart, and between two of them one row of boxes.
//
// - Dots are + * . o, a middle dot or a bullet; box drawing (light, heavy, double, rounded) may
//   stand for dots and lines: a cross is a dot like any other, other pieces must have their arms
//   where edges are drawn.
// - An edge is drawn by '-' from dot to dot or '|' right below a dot, open where spaces stand, or a
//   number where picture() puts the label of an edge.
// - Inside of a box anything but lines may stand, and is ignored.
// - Blank lines before and behind, spaces at the ends of lines, a common indentation, a byte order
//   mark and CRLF are taken. An empty line between rows of dots is a row of boxes with open sides;
//   where it may as well be the gap between two whole pictures it is refused, unless its spaces
//   reach to the last dot.
//
// Anything else is refused, and so is a text longer than kLongestPicture: throws BadInput naming
// line and column (counted in characters, from 1), and what was expected there.
PIPOPIPETTE_API Position parse_picture(std::string_view text);

}  // namespace pipo
