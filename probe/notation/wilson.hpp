// The pictures of results that Wilson's programs print, with a number at every open edge.
#pragma once

#include <string_view>

#include "pipopipette/position.hpp"

namespace pipo {

// Returns whether the line is a row of dots of such a picture: + or # (an end of the last move),
// with five characters between two dots.
bool is_wilson_dots(std::string_view line);

// Reads a picture with rows of boxes of one line or of three. A number at a vertical edge begins in
// the column of the dots, or beside it. The marks ^ and v may follow a number. Throws Malformed
// for anything else.
Position parse_wilson_results(std::string_view text);

}  // namespace pipo
