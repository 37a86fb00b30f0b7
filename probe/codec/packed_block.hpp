// The encoding of a block of values.
//
// A margin is 2h + p, where p is known from the position (Parities). Only h is written, as its
// excess over the least h of the block. A block is packed, or has references between its lines. A
// packed one has
//
//     byte 0     bits per value: 0, 1, 2, 4 or 8; plus 64 if lines are columns and not rows; plus
//                128 if the rest is not compressed
//     byte 1     the least h, a signed byte
//     the rest   lines of packed values, the first value in the lowest bits, each line padded to a
//                whole byte; all in one zstd frame. Empty at 0 bits per value.
//
// A block with references has the number 3 in place of the bits per value:
//
//     byte 0     3; plus 64 if lines are columns and not rows; plus 128 if the rest is not
//                compressed
//     byte 1     the least h, a signed byte
//     byte 2     the greatest h minus the least: 1 to 15
//     the rest   the numbers h - least, line by line, as in referenced_lines.hpp; in one zstd frame
//
// Neighbouring values are more alike along the half with fewer drawn edges. Lines therefore run in
// that direction: they are columns if the lower half has fewer drawn edges. This saves a sixth of
// the bytes, on 4x4 a fourth.
//
// The numbers of rows and columns of a block are not in its bytes; they follow from the layout of
// the layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "probe/codec/referenced_lines.hpp"

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

// The direction in which the values of a block follow each other.
enum class Lines : bool { rows, columns };

// The number in place of the bits per value that marks blocks with references.
constexpr std::uint8_t kReferenced = 3;

// Flags in the first byte of a block: not compressed; lines are columns.
constexpr unsigned kPlain = 128;
constexpr unsigned kColumns = 64;

// A block in memory: packed as above, not compressed.
struct PackedBlock {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t line_bytes = 0;  // unused with references
  Lines lines = Lines::rows;
  std::uint8_t bits = 0;      // bits per value, or kReferenced
  std::uint8_t greatest = 0;  // h - minimum; only with references
  std::int8_t minimum = 0;    // h
  std::vector<std::byte> packed;

  // Returns the halved value h at a place; the value is 2h + parity.
  int halved(std::uint32_t row, std::uint32_t column) const {
    if (bits == 0) return minimum;
    if (lines == Lines::columns) std::swap(row, column);
    if (bits == kReferenced) return minimum + referenced_number(shape(), packed, row, column);
    const std::size_t bit = std::size_t{column} * bits;
    const auto byte = std::to_integer<unsigned>(packed[std::size_t{row} * line_bytes + bit / 8]);
    return minimum + static_cast<int>(byte >> (bit % 8) & ((1U << bits) - 1));
  }

  // Writes all halved values, row by row.
  void unpack(std::vector<std::int8_t>& halved) const;

  std::uint32_t line_count() const { return lines == Lines::columns ? columns : rows; }
  std::uint32_t line_length() const { return lines == Lines::columns ? rows : columns; }
  ReferencedShape shape() const { return {line_count(), line_length(), greatest}; }
};

}  // namespace pipo
