// The time limit of several questions to a solver together.
#pragma once

#include "pipopipette/solver.hpp"

namespace pipo {

class SharedTime {
 public:
  // The time begins now. The solver must outlive this.
  SharedTime(const Solver& solver, SolverOptions options);

  // Solves a position as Solver::solve, within the rest of the time. When the time is used up,
  // tables and what is remembered still answer.
  Solution solve(const Position& position);

 private:
  const Solver& solver_;
  SolverOptions options_;
  double seconds_;
  double end_;
  bool asked_ = false;
};

}  // namespace pipo
