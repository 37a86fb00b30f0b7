// Transposing blocks of values.
#pragma once

#include <cstdint>
#include <span>

namespace pipo {

// The rows of a matrix become columns: to[column * rows.size() + row] = rows[row][column].
void transpose(std::span<const std::int8_t* const> rows, std::uint32_t columns, std::int8_t* to);

}  // namespace pipo
