// Formats numbers for people: counts, margins, sizes, durations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pipo {

// "2,263,884,012"
std::string grouped(std::uint64_t count);

// Groups the decimal digits of any number.
std::string grouped(std::string digits);

// "1 file", "2,048 files", "2 boxes"
std::string counted(std::uint64_t count, std::string_view noun);

// "+3", "-1", "0"
inline std::string signed_number(int number) {
  return (number > 0 ? "+" : "") + std::to_string(number);
}

// "512 B", "45.2 KiB", "1.36 GiB": powers of 1024, like the 6G of --memory 6G.
std::string human_bytes(std::uint64_t bytes);

// Like human_bytes, but rounded up. Use it for required sizes, so that passing the printed size to
// --memory suffices.
std::string human_bytes_rounded_up(std::uint64_t bytes);

// "0.42 s", "12.3 s", "3 min 05 s", "2 h 07 min", or from 48 hours on "82 days 02 h".
std::string human_seconds(double seconds);

}  // namespace pipo
