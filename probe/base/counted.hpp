// Formats counts for people, with the noun they count.
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

}  // namespace pipo
