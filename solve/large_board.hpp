// Solves positions of boards with more than 64 edges, by a search on their graphs. Tables and
// sweeps end at 64 edges.
#pragma once

#include "pipopipette/solver.hpp"
#include "solve/remembered.hpp"

namespace pipo {

// Returns the number of strings and loops up to which a search on a graph is likely to end within
// this time, in seconds; infinite time gives the most that it can represent.
int solvable_strings(double seconds);

// Returns whole seconds in which a search of this many strings and loops is likely to end.
double seconds_to_search(int strings);

// Throws MissingTable if only a table may be used, BadInput if only a sweep may be used, and
// otherwise what Solver::solve throws. Refuses early positions at once: those that would take many
// times as long as the time that is left.
Solution solve_large_board(const Position& position, const SolverOptions& options,
                           Remembered& remembered);

// Implements Solver::enclose for these boards; the caller sets the time taken. It refuses no
// position that may be searched, however early: a window may be settled long before the value.
Enclosure enclose_large_board(const Position& position, const Window& window,
                              const SolverOptions& options, Remembered& remembered);

}  // namespace pipo
