// The exact value of any position and of each of its moves: from tables where they cover it, else
// by a sweep of its own start in memory, or, where little is open, by a search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "pipopipette/tables.hpp"
#include "solve/allowance.hpp"
#include "solve/start_sweep.hpp"
#include "solve/way.hpp"

namespace pipo {

struct SolverOptions {
  std::optional<Way> only = {};  // the quickest one that goes, unless one is asked for
  std::uint64_t memory = 0;      // bytes; 0: what the machine has
  double seconds = 0;            // that it may take; 0: as long as it takes
  int threads = 0;               // 0: all the machine has
  // What a sweep is going to take, before it begins.
  std::function<void(const StartSweep&)> planned = {};
  std::function<void(const SweepProgress&)> progress = {};
  // Asked often, from any thread: ends what is under way by Stopped.
  std::function<bool()> stopped = {};
};

struct Solution {
  Answer answer;
  Way way = Way::table;
  std::uint64_t looked_at =
      0;  // values that a sweep computed, or positions that a search looked into
  double seconds = 0;
};

class Solver {
 public:
  // `tables` must outlive the solver.
  explicit Solver(const Tables& tables, SolverOptions options = {});

  // Throws BadInput if edges are drawn that the board has not; MissingTable if only a table was
  // asked for and none covers the position; NoSpace if a sweep would take more than the memory or
  // the time allowed; Stopped.
  Solution solve(const Position& position) const;

 private:
  Way way_for(const Position& position) const;
  Solution by_search(const Position& position, const Allowance& allowance) const;
  Solution by_sweep(const Position& position, const Allowance& allowance) const;
  [[noreturn]] void refuse(const Position& position, const SweepSize& size,
                           const Allowance& allowance) const;

  // Throws what it was that stopped the work.
  [[noreturn]] void end(const Position& position, const Allowance& allowance,
                        const std::string& known) const;

  const Tables& tables_;
  SolverOptions options_;
};

}  // namespace pipo
