// Conversions of sizes to smaller integers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

namespace pipo {

// Returns the number. Throws std::length_error if the type does not hold it: a size has exceeded
// what its place was made for.
template <std::integral To, std::integral From>
constexpr To narrow(From number) {
  if (std::in_range<To>(number)) return static_cast<To>(number);
  throw std::length_error("a size exceeds the integer that holds it");
}

// Returns the bytes as a size; the largest size for more. A budget may be larger than what can be
// addressed.
constexpr std::size_t address_size(std::uint64_t bytes) {
  return std::in_range<std::size_t>(bytes) ? static_cast<std::size_t>(bytes)
                                           : std::numeric_limits<std::size_t>::max();
}

}  // namespace pipo
