// The parts of the module `pipopipette._native`, and what they return: the named tuples of
// pipopipette/_results.py and the exceptions of pipopipette/_errors.py. Users see only the package
// in pipopipette/.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"

namespace pipo::python {

// Each adds its names to the module (module.cpp).
void bind_errors(pybind11::module_& module);
void bind_positions(pybind11::module_& module);
void bind_games(pybind11::module_& module);
void bind_arrays(pybind11::module_& module);
void bind_tables(pybind11::module_& module);
void bind_solver(pybind11::module_& module);
void bind_graphs(pybind11::module_& module);

// Returns the exception for an error, with its message and attributes. It is not raised.
pybind11::object exception_for(const Error& error);

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
