// Arrays of positions: sets of edges as contiguous 64-bit numbers.
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

// Returns the content of an array without copying it.
inline std::span<const EdgeSet> masks_in(const Masks& masks) {
  return {masks.data(), static_cast<std::size_t>(masks.size())};
}

// Throws BadInput naming the first mask that contains edges not on the board.
void check_masks(const Board& board, std::span<const EdgeSet> masks);

// Calls work(from, size) for consecutive pieces of 0 .. count - 1, and checks for signals after
// each piece, so that Ctrl-C takes effect. A signal handler may call anything, so `work` must not
// keep a lock when it returns.
template <typename Work>
void in_pieces(std::size_t count, std::size_t piece, Work work) {
  for (std::size_t from = 0; from < count; from += piece) {
    work(from, std::min(piece, count - from));
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
  }
}

}  // namespace pipo::python
