// Wraps text to the width of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pipo {

constexpr std::size_t kTextWidth = 90;

// Breaks the text at spaces into lines of at most kTextWidth characters, each ended by a newline.
// The first line begins with `first`, the others with `hanging` spaces. A word too long for a line
// gets its own line. Runs of spaces become one space; leading and trailing spaces are removed.
std::string wrapped(std::string_view text, std::string_view first, std::size_t hanging);

}  // namespace pipo
