// Where the value of a position lies that is too large to be solved.
#pragma once

#include "pipopipette/solver.hpp"
#include "solve/way.hpp"

namespace pipo {

// Solver::enclose, on the threads there are; the time it took is left to the caller. Tables and
// sweeps are asked where more edges than `few_open` are open.
Enclosure enclosed(const Position& position, const Window& window, const Tables& tables,
                   const SolverOptions& options, int few_open = kFewOpen);

}  // namespace pipo
