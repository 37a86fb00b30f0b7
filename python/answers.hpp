// Moves and lines of play as lists of tuples, from which the package makes named tuples.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo::python {

// Returns (edge, name, captures, value) for each move.
pybind11::list moves_of(const Answer& answer);

// Returns (edge, name, captures, value, player) for each move of a line.
pybind11::list line_of(const Board& board, const std::vector<LineMove>& line);

}  // namespace pipo::python
