// Solves one position, by a sweep or a search, within the limits of a question.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "pipopipette/solver.hpp"
#include "solve/limits.hpp"
#include "solve/solver_state.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {

// Whether the refusal of a sweep names its size even if the time is over before that is found. This
// takes some hundredths of a second more.
enum class Sizing : bool { in_time, always };

// Returns the answer from a sweep for an earlier question, or nothing.
std::optional<Solution> answer_by_memory(const SolverState& state, const Position& position);

// Throws the reason why a question about a board with more than 64 edges ends without its answer;
// `bounds` are known.
[[noreturn]] void end_search(const Position& position, const SolverOptions& options,
                             const Budget& budget, const Bounds& bounds);

// Throws if only a table or only a sweep may be used, for a board with more than 64 edges.
void require_search(const Board& board, const SolverOptions& options);

// All throw what Solver::solve throws. The position and the options must outlive this.
class PositionSolver {
 public:
  PositionSolver(const Position& position, const SolverOptions& options, SolverState& state,
                 Sizing sizing)
      : position_(position), options_(options), state_(state), sizing_(sizing), budget_(options) {}

  Solution by_search();
  Solution by_sweep();

  // For boards with more than 64 edges. Refuses early positions at once: those that would take many
  // times as long as the time that is left.
  Solution by_graph();

 private:
  [[noreturn]] void end(const std::string& known) const;
  std::string exceeded(const SweepSize& size, double seconds) const;
  [[noreturn]] void refuse(const SweepSize& size) const;
  void check_strings() const;
  std::unique_ptr<StartSweep> sweep_that_fits();
  std::unique_ptr<StartSweep> sweep_in_memory(SweepSize& size);
  std::unique_ptr<StartSweep> sweep_on_disk();
  std::uint64_t room_for_table(const SweepPlan& plan);

  const Position& position_;
  const SolverOptions& options_;
  SolverState& state_;
  const Sizing sizing_;
  Budget budget_;
  double waited_ = 0;  // seconds, for other questions
};

}  // namespace pipo
