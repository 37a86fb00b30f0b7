// Positions of boards with more than 64 edges. Tables and sweeps end at 64.
#pragma once

#include "pipopipette/solver.hpp"

namespace pipo {

// Throws MissingTable if only a table may be used, BadInput if only a sweep may be used, and
// OutOfTime otherwise.
Solution solve_large_board(const Position& position, const SolverOptions& options);

}  // namespace pipo
