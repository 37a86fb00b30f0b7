// Solves many positions in the order that costs least.
#pragma once

#include <span>

#include "pipopipette/error.hpp"
#include "pipopipette/solver.hpp"
#include "solve/solver_state.hpp"

namespace pipo {

// Returns the bounds of a position that this error kept from being solved.
Attempt bounds_because(const Error& error, const Position& position, LastMoveCost last_move_cost);

// Solves one position like Solver::try_solve, but returns bounds after any error except Stopped.
Attempt known_or_why(const Solver& solver, const Position& position, const SolverOptions& options);

// Finds what Solver::solve_all finds, for positions that have to be searched or swept: their
// numbers among `positions`, whose edges have been checked.
void solve_batch(const Solver& solver, SolverState& state, std::span<const Position> positions,
                 std::span<const std::size_t> to_search, std::span<const std::size_t> to_sweep,
                 const SolverOptions& options, const FoundInBatch& found);

}  // namespace pipo
