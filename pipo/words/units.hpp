// Formats large numbers for people and parses sizes that people write, as human_numbers.hpp does
// for counts, sizes and times.
#pragma once

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

}  // namespace pipo
