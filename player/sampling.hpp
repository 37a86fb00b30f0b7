// Compares the moves of a position that takes too long to solve, by exact values of later
// positions.
//
// A sample draws a few more edges at random, an even number, none of which offers a box, and solves
// the position. Each move that can still be made has a value there. Averaged over many samples, the
// values tell better moves from worse ones (docs/engine.md has measurements). They are not values
// of the position itself.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pipopipette/solver.hpp"

namespace pipo {

struct SampledMoves {
  std::vector<int> best;  // DBN indices of the moves with the greatest average
  int samples = 0;        // positions solved
  int drawn = 0;          // edges drawn in each of them
};

// Compares the moves that offer no box, within the limits of the options: with so few more edges
// that several samples are expected to fit. Returns nothing if boxes are on offer, if there are not
// two such moves, or if too few positions were solved. Samples depend on the seed and the position;
// at most `most` are made. Throws Stopped, and what Tables throws.
std::optional<SampledMoves> sample_moves(const Position& position, const Solver& solver,
                                         const SolverOptions& options, std::uint64_t seed,
                                         int most);

}  // namespace pipo
