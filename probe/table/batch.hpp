// Tables::find_values with a given round size, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pipopipette/position.hpp"

namespace pipo {

class TableSet;

// Writes the values of the positions, or kNotCovered. It locates, sorts and answers `round`
// positions at a time. Throws as Tables::find_values.
void find_values_in_rounds(const TableSet& set, std::span<const Position> positions,
                           std::span<std::int8_t> results, unsigned threads, std::size_t round);

}  // namespace pipo
