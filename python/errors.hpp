// The Python exceptions of the library's errors.
#pragma once

#include <pybind11/pybind11.h>

#include "pipopipette/error.hpp"

namespace pipo::python {

// Returns the exception for an error, with its message and attributes. It is not raised.
pybind11::object exception_for(const Error& error);

}  // namespace pipo::python
