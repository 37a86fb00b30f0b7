// Stores and loads little-endian numbers on any machine.
#pragma once

#include <concepts>
#include <cstddef>

namespace pipo {

template <std::unsigned_integral Number>
void store(std::byte* to, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    to[i] = static_cast<std::byte>(number >> (8 * i) & 0xff);
  }
}

template <std::unsigned_integral Number>
Number load(const std::byte* from) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    number = static_cast<Number>(number |
                                 static_cast<Number>(std::to_integer<Number>(from[i]) << (8 * i)));
  }
  return number;
}

}  // namespace pipo
