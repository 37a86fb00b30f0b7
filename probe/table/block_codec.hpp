// The values of a block as bytes, both ways.
//
// Codec 1, "packed_zstd". A margin is 2h + p with p known from the position (parity.hpp); of every
// value only h is written, and of that only what it exceeds the least h of the block by:
//
//     byte 0     bits a value: 0, 1, 2, 4 or 8; plus 64 if lines are columns and not rows; plus 128
//                if what follows is not compressed
//     byte 1     the least h, a signed byte
//     the rest   lines of packed values, the first value in the lowest bits, each line filled up to
//                a whole byte; all in one zstd frame. Nothing at 0 bits.
//
// Codec 2, "referenced_zstd", knows these blocks and one more kind, marked by the number 3 in place
// of the bits a value:
//
//     byte 0     3; plus 64 if lines are columns and not rows; plus 128 if what follows byte 2 is
//                not compressed
//     byte 1     the least h, a signed byte
//     byte 2     the greatest h less the least: 1 to 15
//     the rest   the numbers h - least, line by line, as in referenced_lines.hpp; in one zstd frame
//
// Neighbours are more alike along the half with fewer edges drawn, so lines run that way: columns
// where the lower half has fewer. It saves a sixth of the bytes, on 4x4 a fourth.
//
// Rows and columns of a block are not in its bytes; they follow from the layout of the layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "probe/table/layer_format.hpp"
#include "probe/table/referenced_lines.hpp"

namespace pipo {

// How the values of a block follow each other.
enum class Lines : bool { rows, columns };

// What stands in place of the bits a value in blocks with references.
constexpr std::uint8_t kReferenced = 3;

// A block as it lies in memory: packed as above, not compressed.
struct PackedBlock {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t line_bytes = 0;  // not with references
  Lines lines = Lines::rows;
  std::uint8_t bits = 0;      // a value, or kReferenced
  std::uint8_t greatest = 0;  // h - minimum; only with references
  std::int8_t minimum = 0;    // h
  std::vector<std::byte> packed;

  // The half of the value at a place; the value is 2 * half + parity.
  int half(std::uint32_t row, std::uint32_t column) const {
    if (bits == 0) return minimum;
    if (lines == Lines::columns) std::swap(row, column);
    if (bits == kReferenced) return minimum + referenced_number(shape(), packed, row, column);
    const std::size_t bit = std::size_t{column} * bits;
    const auto byte = std::to_integer<unsigned>(packed[std::size_t{row} * line_bytes + bit / 8]);
    return minimum + static_cast<int>(byte >> (bit % 8) & ((1U << bits) - 1));
  }

  // All halves, row by row.
  void unpack(std::vector<std::int8_t>& halves) const;

  std::uint32_t line_count() const { return lines == Lines::columns ? columns : rows; }
  std::uint32_t line_length() const { return lines == Lines::columns ? rows : columns; }
  ReferencedShape shape() const { return {line_count(), line_length(), greatest}; }
};

// Stands for an entry that nobody will ask for (blank_entries.hpp): whatever is cheapest to write
// is written.
constexpr std::int8_t kBlank = -128;

// A block of values in memory.
struct ValueBlock {
  std::span<const std::int8_t* const> rows;  // where each begins
  std::uint32_t columns = 0;
  bool some_blank = false;  // may some of the values be kBlank?
};

// Reuses its memory from block to block; use one a thread.
class BlockEncoder {
 public:
  explicit BlockEncoder(Codec codec = Codec::referenced_zstd);
  ~BlockEncoder();
  BlockEncoder(BlockEncoder&&) noexcept;
  BlockEncoder& operator=(BlockEncoder&&) noexcept;

  // Appends the block to `out`. At least one row and one column, at most 65536 values.
  void encode(const ValueBlock& values, Lines lines, std::vector<std::byte>& out);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

// Reuses its memory from block to block; use one a thread.
class BlockDecoder {
 public:
  BlockDecoder();
  ~BlockDecoder();
  BlockDecoder(BlockDecoder&&) noexcept;
  BlockDecoder& operator=(BlockDecoder&&) noexcept;

  // Returns what is wrong with the bytes; empty if nothing is, and `block` is filled. Every size is
  // checked, and that halves are those of margins, -16 to 16; that the bytes are the ones written
  // is for a checksum to say.
  std::string_view decode(Codec codec, std::span<const std::byte> bytes, std::uint32_t rows,
                          std::uint32_t columns, PackedBlock& block);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace pipo
