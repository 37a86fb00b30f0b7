// The parts of the module `pipopipette._native`. Each function adds its names to the module
// (module.cpp). Users see only the package in pipopipette/.
#pragma once

#include <pybind11/pybind11.h>

namespace pipo::python {

void bind_errors(pybind11::module_& module);
void bind_positions(pybind11::module_& module);
void bind_games(pybind11::module_& module);
void bind_arrays(pybind11::module_& module);
void bind_tables(pybind11::module_& module);
void bind_solver(pybind11::module_& module);

}  // namespace pipo::python
