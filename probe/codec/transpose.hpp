// Transposes matrices of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pipo {

// The functions, compiled for one instruction set. `in` and `out` must not overlap.
struct Transposing {
  std::string_view instructions;

  // out[j * out_stride + i] = in[i * in_stride + j], for i < rows and j < columns.
  void (*transpose)(std::int8_t* out, std::size_t out_stride, const std::int8_t* in,
                    std::size_t in_stride, std::size_t rows, std::size_t columns);

  // Like transpose, but keeps the larger of the old and the new value.
  void (*raise_transposed)(std::int8_t* out, std::size_t out_stride, const std::int8_t* in,
                           std::size_t in_stride, std::size_t rows, std::size_t columns);

  // Like transpose, but keeps the bits of both the old and the new value.
  void (*unite_transposed)(std::int8_t* out, std::size_t out_stride, const std::int8_t* in,
                           std::size_t in_stride, std::size_t rows, std::size_t columns);

  // Like transpose, but with a pointer to each row: out[j * out_stride + i] = in[i][j].
  void (*transpose_rows)(std::int8_t* out, std::size_t out_stride, const std::int8_t* const* in,
                         std::size_t rows, std::size_t columns);
};

// Returns the functions that this processor can run, the widest first; there is always at least
// one.
const std::vector<const Transposing*>& available_transposing();

inline const Transposing& transposing() {
  return *available_transposing().front();
}

// Transposes a matrix: to[column * rows.size() + row] = rows[row][column].
inline void transpose(std::span<const std::int8_t* const> rows, std::uint32_t columns,
                      std::int8_t* to) {
  transposing().transpose_rows(to, rows.size(), rows.data(), rows.size(), columns);
}

}  // namespace pipo
