// The module `pipopipette._native`.
#include "pipopipette/version.h"
#include "python/bindings.hpp"

PYBIND11_MODULE(_native, module) {
  module.doc() = "The compiled part of pipopipette. Use the package: import pipopipette.";
  module.attr("__version__") = PIPOPIPETTE_VERSION;
  pipo::python::bind_errors(module);
  pipo::python::bind_positions(module);
  pipo::python::bind_games(module);
  pipo::python::bind_arrays(module);
  pipo::python::bind_tables(module);
  pipo::python::bind_solver(module);
  pipo::python::bind_graphs(module);
}
