// The time limit of several questions to a solver together.
#pragma once

#include <optional>

#include "pipopipette/solver.hpp"

namespace pipo {

class SharedTime {
 public:
  // The time begins with the first question. The options are by default those of the solver, which
  // must outlive this. With `remedies` the errors of solve() say how many more edges must be drawn,
  // which takes a while to find out.
  SharedTime(const Solver& solver, SolverOptions options, bool remedies = true);
  SharedTime(const Solver& solver) : SharedTime(solver, solver.options()) {}

  // Solve a position like Solver::solve and Solver::know, within the rest of the time. When the
  // time is used up, tables and remembered sweeps still answer.
  Solution solve(const Position& position);
  Known know(const Position& position) { return solver_.know(position, left()); }

  // Returns whether the time is used up.
  bool over() const;

 private:
  // Returns the options of the next question.
  const SolverOptions& left();

  const Solver& solver_;
  SolverOptions options_;
  bool remedies_;
  double seconds_;
  std::optional<double> end_;  // if a question has been asked
};

}  // namespace pipo
