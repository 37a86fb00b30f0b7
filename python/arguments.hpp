// Converts text, paths, numbers and arrays of positions between Python and the library. In arrays,
// sets of edges are contiguous 64-bit numbers.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <string_view>

#include "pipopipette/position.hpp"

namespace pipo::python {

// A position owned by Python. Python can create one without initialising it (Position.__new__).
// operator new therefore zeroes the memory, and all zeros are not a valid position.
class HeldPosition {
 public:
  explicit HeldPosition(const Position& position) : position_(position) {}

  // Throws BadInput if it was never initialised.
  const Position& get() const;

  static void* operator new(std::size_t size) {
    void* memory = std::calloc(1, size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  static void operator delete(void* memory) { std::free(memory); }

 private:
  Position position_;
};

// Returns a str as UTF-8. A lone surrogate becomes an escape, which no notation accepts. Raises
// TypeError for other types; `what` describes the expected type and begins the message.
std::string text_of(pybind11::handle object, std::string_view what);

// Returns any bytes as a str. File names and the contents of damaged files need not be UTF-8.
pybind11::str text_for_people(std::string_view bytes);

// Convert paths as os.fsencode and os.fsdecode do.
std::filesystem::path path_of(const pybind11::bytes& path);
pybind11::str path_text(const std::filesystem::path& path);

// Reads a board, "3x3".
Board board_of(pybind11::handle object);

// Accepts "3x3:0101..." or a Position.
Position position_of(pybind11::handle object);

// Accepts any whole number from 0 to 2^64 - 1, including numpy's. Raises TypeError for other types,
// PositionError if the number is out of range.
EdgeSet edges_of(pybind11::handle object);

// The same for a board of any size, and back.
IndexSet edges_of_any_board(pybind11::handle object);
pybind11::object number_of(const IndexSet& edges);

// Accepts an edge's name, "h2.3", or its index.
int edge_of(const Board& board, pybind11::handle object);

// Calls one of the functions of pipopipette/_arguments.py, which check and convert arguments.
template <typename T, typename... Arguments>
T checked_by(const char* function, const Arguments&... arguments) {
  const auto module = pybind11::module_::import("pipopipette._arguments");
  return module.attr(function)(arguments...).template cast<T>();
}

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
