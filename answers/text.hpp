// Numbers for people, sizes that people write, and lines as wide as a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "probe/base/human_numbers.hpp"

namespace pipo {

// Returns 2^exponent in decimal digits, 0 <= exponent < 128.
std::string power_of_two(int exponent);

// Formats three digits and a unit: "950", "12.3 k", "4.56 M", "2.26 G".
std::string human_count(double count);

// Parses "6G", "1.5 GiB", "500MB", "4096": K, M, G and T are powers of 1024, with or without "B" or
// "iB". Throws BadInput.
std::uint64_t parse_size(std::string_view text);

constexpr std::size_t kTextWidth = 90;

// Breaks the text at spaces into lines of at most kTextWidth characters, each ended by a newline.
// The first line begins with `first`, the others with `hanging` spaces. A word too long for a line
// gets its own line. Runs of spaces become one space; leading and trailing spaces are removed.
std::string wrapped(std::string_view text, std::string_view first, std::size_t hanging);

}  // namespace pipo
