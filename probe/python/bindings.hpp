// The parts of the module `pipopipette._native`: each adds its names to it (module.cpp). What users
// see is the package in pipopipette/, which looks at arguments and gives answers their names.
#pragma once

#include <pybind11/pybind11.h>

namespace pipo::python {

void bind_errors(pybind11::module_& module);
void bind_positions(pybind11::module_& module);
void bind_arrays(pybind11::module_& module);
void bind_tables(pybind11::module_& module);
void bind_layers(pybind11::module_& module);

}  // namespace pipo::python
