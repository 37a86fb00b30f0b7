// Packs small numbers into bytes: 1, 2, 4 or 8 bits each, the first in the lowest bits, each line
// padded to whole bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pipo {

struct Range {
  std::int8_t least = 0;
  std::int8_t greatest = 0;
};

// Returns the range of at least one value.
Range range_of(std::span<const std::int8_t> values);

// Returns the bits per number for numbers from 0 to `greatest`: 0, 1, 2, 4 or 8.
constexpr std::uint8_t bits_for(int greatest) {
  if (greatest == 0) return 0;
  if (greatest < 2) return 1;
  if (greatest < 4) return 2;
  return greatest < 16 ? 4 : 8;
}

constexpr std::uint32_t packed_line_bytes(std::uint32_t length, std::uint8_t bits) {
  return (length * bits + 7) / 8;
}

// Packs h - minimum for each value 2h or 2h + 1. Writes packed_line_bytes(values.size(), bits)
// bytes.
void pack_line(std::span<const std::int8_t> values, std::uint8_t bits, std::int8_t minimum,
               std::byte* to);

// Unpacks a line into the halved values h.
void unpack_line(const std::byte* from, std::uint8_t bits, std::int8_t minimum,
                 std::span<std::int8_t> halved);

}  // namespace pipo
