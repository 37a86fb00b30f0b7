// Solves one position, by a sweep or a search, within the limits of a question.
#pragma once

#include "pipopipette/solver.hpp"
#include "solve/budget.hpp"
#include "solve/remembered.hpp"

namespace pipo {

// Whether the error for a position that is too large says when it can be solved, which takes a
// while to find out.
enum class Remedy : bool { no, yes };

// Returns the answer from a sweep for an earlier question, or nothing.
std::optional<Solution> answer_by_memory(const Remembered& remembered, const Position& position);

// All throw what Solver::solve throws. The position and the options must outlive this.
class Solving {
 public:
  Solving(const Position& position, const SolverOptions& options, Remembered& remembered,
          Remedy remedy);

  Solution by_search();
  Solution by_sweep();

 private:
  [[noreturn]] void end(const std::string& known) const;
  std::string exceeded(const SweepSize& size, double seconds) const;
  [[noreturn]] void refuse(const SweepSize& size) const;
  std::unique_ptr<StartSweep> sweep_that_fits();
  std::unique_ptr<StartSweep> sweep_in_memory(SweepSize& size);
  std::unique_ptr<StartSweep> sweep_on_disk();
  Solution sweep();

  const Position& position_;
  const SolverOptions& options_;
  Remembered& remembered_;
  const Remedy remedy_;
  Budget budget_;
  double waited_ = 0;  // seconds, for other questions
};

}  // namespace pipo
