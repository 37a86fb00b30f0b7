// Lines broken to fit a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pipo {

constexpr std::size_t kTextWidth = 90;

// The text broken at spaces into lines of at most kTextWidth characters, each ended by a newline.
// The first begins with `first`, the others with as many spaces as `hanging` says. A word too long
// for any line gets one of its own. Several spaces in a row, and those at the ends, become one or
// none.
std::string wrapped(std::string_view text, std::string_view first, std::size_t hanging);

}  // namespace pipo
