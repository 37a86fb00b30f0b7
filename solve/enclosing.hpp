// Bounds on the value of a position that is too large to be solved.
#pragma once

#include "pipopipette/solver.hpp"
#include "solve/way.hpp"

namespace pipo {

// Implements Solver::enclose with the available threads; the caller sets the time taken. Tables and
// sweeps are used for positions with more than `few_open` open edges.
Enclosure enclosed(const Position& position, const Window& window, const Tables& tables,
                   const SolverOptions& options, int few_open = kFewOpen);

}  // namespace pipo
