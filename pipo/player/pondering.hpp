// Thinking on the opponent's time.
#pragma once

#include <atomic>
#include <thread>

#include "pipopipette/solver.hpp"

namespace pipo {

// Solves a position in the background, as long as this object exists. The solver remembers a sweep
// that ends in time, so it answers all later positions of the game at once.
class Pondering {
 public:
  // `options` are those of a move; pondering may take kTimesLonger times as long.
  Pondering(Solver solver, const Position& position, SolverOptions options);

  // Stops the work and waits until it has ended, which takes a moment if much memory is freed.
  ~Pondering();

  Pondering(const Pondering&) = delete;
  Pondering& operator=(const Pondering&) = delete;

  static constexpr double kTimesLonger = 10;

 private:
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace pipo
