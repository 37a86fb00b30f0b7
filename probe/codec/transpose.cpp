#include "probe/codec/transpose.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace pipo {
namespace {

// An 8 x 8 square of bytes, a row a number: swapping 4 x 4 corners, then 2 x 2, then single bytes
// transposes it, eight bytes an operation.
using Square = std::array<std::uint64_t, 8>;

template <int Distance, std::uint64_t Mask>
void swap_corners(Square& square) {
  for (int i = 0; i < 8; ++i) {
    if (i & Distance) continue;
    const std::uint64_t other = (square[i] >> (8 * Distance) ^ square[i + Distance]) & Mask;
    square[i] ^= other << (8 * Distance);
    square[i + Distance] ^= other;
  }
}

void transpose_square(Square& square) {
  swap_corners<4, 0x0000'0000'ffff'ffff>(square);
  swap_corners<2, 0x0000'ffff'0000'ffff>(square);
  swap_corners<1, 0x00ff'00ff'00ff'00ff>(square);
}

}  // namespace

void transpose(std::span<const std::int8_t* const> rows, std::uint32_t columns, std::int8_t* to) {
  // The masks above take the first byte for the lowest.
  constexpr bool squares = std::endian::native == std::endian::little;
  const std::size_t whole_rows = squares ? rows.size() / 8 * 8 : 0;
  const std::size_t whole_columns = squares ? columns / 8 * 8 : 0;
  for (std::size_t row = 0; row < whole_rows; row += 8) {
    for (std::size_t column = 0; column < whole_columns; column += 8) {
      Square square;
      for (std::size_t i = 0; i < 8; ++i) std::memcpy(&square[i], rows[row + i] + column, 8);
      transpose_square(square);
      for (std::size_t i = 0; i < 8; ++i) {
        std::memcpy(to + (column + i) * rows.size() + row, &square[i], 8);
      }
    }
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = row < whole_rows ? whole_columns : 0; column < columns; ++column) {
      to[column * rows.size() + row] = rows[row][column];
    }
  }
}

}  // namespace pipo
