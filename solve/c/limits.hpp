// The limits of questions in C.
#pragma once

#include "pipopipette/solver.h"
#include "pipopipette/solver.hpp"

namespace pipo {

// Returns the options of a question with these limits. Throws BadInput.
SolverOptions options_of(const pipo_limits& limits);

}  // namespace pipo
