// The named tuples of pipopipette/_results.py, in which the package returns results.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>
#include <vector>

#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"

namespace pipo::python {

// Returns the type with this name.
inline pybind11::object result_type(const char* name) {
  return pybind11::module_::import("pipopipette._results").attr(name);
}

template <typename... Members>
pybind11::object result(const char* type, Members&&... members) {
  return result_type(type)(std::forward<Members>(members)...);
}

inline pybind11::list moves_of(const Board& board, const std::vector<MoveValue>& moves) {
  const pybind11::object type = result_type("Move");
  pybind11::list list;
  for (const auto& [edge, captures, value, player] : moves) {
    list.append(type(edge, edge_name(board, edge), captures, value, player));
  }
  return list;
}

}  // namespace pipo::python
