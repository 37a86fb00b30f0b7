// Arrays of positions: sets of edges as 64-bit numbers, one behind the other.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pipopipette/board.hpp"

namespace pipo::python {

using Masks = pybind11::array_t<std::uint64_t, pybind11::array::c_style>;
using Values = pybind11::array_t<std::int8_t, pybind11::array::c_style>;
using Bits = pybind11::array_t<std::uint8_t, pybind11::array::c_style>;

// What is in an array, in place.
inline std::span<const EdgeSet> masks_in(const Masks& masks) {
  return {masks.data(), static_cast<std::size_t>(masks.size())};
}

// Throws BadInput naming the first mask with edges that the board has not.
void check_masks(const Board& board, std::span<const EdgeSet> masks);

// work(from, size) for pieces of `count` things, with a look at the signals after each, so that
// Ctrl-C is not in vain. A handler may call anything, so no lock is held then.
template <typename Work>
void in_pieces(std::size_t count, std::size_t piece, Work work) {
  for (std::size_t from = 0; from < count; from += piece) {
    work(from, std::min(piece, count - from));
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
  }
}

}  // namespace pipo::python
