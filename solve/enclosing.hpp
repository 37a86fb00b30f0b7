// Bounds on the value of a position that is too large to be solved.
#pragma once

#include "pipopipette/solver.hpp"
#include "solve/remembered.hpp"
#include "solve/way.hpp"

namespace pipo {

// Returns the enclosure of a solved position.
Enclosure enclosed_by(const Solution& solution);

// Implements Solver::enclose by a search; the caller sets the time taken. Tables, what is
// remembered and sweeps are used for positions with more than `few_open` open edges.
Enclosure enclosed(const Position& position, const Window& window, const Tables& tables,
                   Remembered& remembered, const SolverOptions& options, int few_open = kFewOpen);

}  // namespace pipo
