#include "python/arrays.hpp"

#include <string>

#include "pipopipette/error.hpp"
#include "python/arguments.hpp"
#include "python/bindings.hpp"

namespace pipo::python {

namespace py = pybind11;

namespace {

// Returns the index of the first entry of a row that is neither 0 nor 1.
std::size_t first_bad(const std::uint8_t* row, std::size_t edges) {
  return std::find_if(row, row + edges, [](std::uint8_t bit) { return bit > 1; }) - row;
}

// Converts rows of zeros and ones, one byte each, to masks.
Masks to_masks(const Bits& bits, const py::object& board_text) {
  const Board board = board_of(board_text);
  board.expect_small();
  const auto edges = static_cast<std::size_t>(board.edges());
  if (bits.ndim() != 2 || bits.shape(1) != board.edges()) {
    throw BadInput("zeros and ones must have the shape (positions, " + std::to_string(edges) +
                   ") on " + board.name());
  }
  const std::size_t rows = bits.shape(0);
  Masks masks(static_cast<py::ssize_t>(rows));
  const std::uint8_t* row = bits.data();
  EdgeSet* to = masks.mutable_data();
  const py::gil_scoped_release released;
  for (std::size_t i = 0; i < rows; ++i, row += edges) {
    EdgeSet drawn = 0;
    std::uint8_t seen = 0;
    for (std::size_t edge = 0; edge < edges; ++edge) {
      seen |= row[edge];
      drawn |= static_cast<EdgeSet>(row[edge] & 1U) << edge;
    }
    if (seen > 1) {
      throw BadInput("position " + std::to_string(i) + ", edge " +
                     std::to_string(first_bad(row, edges)) + ": neither 0 (open) nor 1 (drawn)");
    }
    to[i] = drawn;
  }
  return masks;
}

Bits to_bits(const Masks& masks, const py::object& board_text) {
  const Board board = board_of(board_text);
  const std::span<const EdgeSet> from = masks_in(masks);
  check_masks(board, from);
  Bits bits({static_cast<py::ssize_t>(from.size()), static_cast<py::ssize_t>(board.edges())});
  std::uint8_t* to = bits.mutable_data();
  const py::gil_scoped_release released;
  for (const EdgeSet drawn : from) {
    for (int edge = 0; edge < board.edges(); ++edge) *to++ = drawn >> edge & 1;
  }
  return bits;
}

}  // namespace

void check_masks(const Board& board, std::span<const EdgeSet> masks) {
  const py::gil_scoped_release released;
  EdgeSet seen = 0;
  for (const EdgeSet drawn : masks) seen |= drawn;
  if ((seen & ~board.all()) == 0) return;
  const auto bad =
      std::ranges::find_if(masks, [&](EdgeSet drawn) { return (drawn & ~board.all()) != 0; });
  throw BadInput("position " + std::to_string(bad - masks.begin()) + ": edges beyond the " +
                 std::to_string(board.edges()) + " of " + board.name() + " are drawn");
}

void bind_arrays(py::module_& module) {
  module.def("to_masks", &to_masks, py::arg("bits").noconvert(), py::arg("board"));
  module.def("to_bits", &to_bits, py::arg("masks").noconvert(), py::arg("board"));
}

}  // namespace pipo::python
