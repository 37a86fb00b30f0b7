// Conversions of sizes to smaller integers.
#pragma once

#include <concepts>
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

}  // namespace pipo
