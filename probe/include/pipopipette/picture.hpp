// Reads and writes positions as ASCII pictures.
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

// Texts to show in a picture besides the drawn edges.
struct Labels {
  std::vector<std::string> edges;  // by DBN index, shown in place of open edges; empty: nothing
  std::vector<std::string> boxes;  // by box number; empty: nothing
};

// Draws a position as lines of text, each ended by a newline. No line has trailing spaces, except
// that a row of boxes with nothing to show is a line of spaces. Columns widen to fit the labels,
// which must be plain ASCII. parse_picture reads the picture back if the labels of edges are
// numbers and the labels of boxes contain no lines.
PIPOPIPETTE_API std::string picture(const Position& position, const Labels& labels = {});

// Longest accepted picture, in bytes. The largest board needs only a fraction of it.
constexpr std::size_t kLongestPicture = std::size_t{64} << 10;

// Reads a picture written by picture() or by hand, in UTF-8. A picture is a grid: rows of dots at
// equal distances, with one row of boxes between two rows of dots.
//
// - A dot is one of + * . o, a middle dot or a bullet.
// - Box-drawing characters (light, heavy, double, rounded) may serve as dots and lines. A cross is
//   a dot like any other. The arms of all other pieces must point along drawn edges.
// - The boards that OpenSpiel prints are read. They have three characters between dots, which are
//   the stubs of a line for an open edge, and all pieces have arms along all edges, drawn or open.
// - The boards in the prompts of Kaggle's agents are read. They have three characters between dots,
//   '.' in the middle of an open horizontal edge, and ':' or '.' for an open vertical one.
// - A drawn edge is '-' from dot to dot, or '|' right below a dot. An open edge is spaces, or a
//   number at the place where picture() puts the edge's label.
// - A box may contain anything but lines; its content is ignored.
// - Blank lines before and after the picture, trailing spaces, a common indentation, a byte order
//   mark and CRLF are accepted.
// - An empty line between rows of dots is a row of boxes with open sides. It is refused, with both
//   readings, if it could also be the gap between two whole pictures, unless its spaces reach to
//   the last dot.
//
// Throws BadInput for anything else, and for a text longer than kLongestPicture. The message names
// line and column (in characters, from 1), and what was expected there.
PIPOPIPETTE_API Position parse_picture(std::string_view text);

}  // namespace pipo
