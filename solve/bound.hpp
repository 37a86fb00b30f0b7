// Bounds on the value of a position that is too large to be solved.
#pragma once

#include "pipopipette/solver.hpp"
#include "solve/method.hpp"
#include "solve/solver_state.hpp"

namespace pipo {

// Returns the bounds of a solved position.
ValueBounds value_bounds_of(const Solution& solution);

// Implements Solver::bound by a search; the caller sets the time taken. Tables, what is
// remembered and sweeps are used for positions with more than `few_open` open edges.
ValueBounds bound_small_board(const Position& position, const Window& window, const Tables& tables,
                              SolverState& state, const SolverOptions& options,
                              int few_open = kFewOpen);

// The same for boards with more than 64 edges. It refuses no position that may be searched, however
// early: a window may be settled long before the value.
ValueBounds bound_large_board(const Position& position, const Window& window,
                              const SolverOptions& options, SolverState& state);

}  // namespace pipo
