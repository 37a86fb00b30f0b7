// The data that a solver keeps for later questions: the tables of sweeps, and a search with
// its transposition table.
//
// A child of fork() may use its parent's tables. A search that another thread of the parent was
// using is not touched there.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "probe/base/fork_safe_mutex.hpp"
#include "search/depth_first.hpp"
#include "search/graph_solver.hpp"
#include "solve/limits.hpp"
#include "solve/swept_table.hpp"

namespace pipo {

class SolverTurn;

class SolverState {
 public:
  // All that it keeps belongs to the game whose last move has this cost.
  explicit SolverState(LastMoveCost last_move_cost = 0) : last_move_cost_(last_move_cost) {}

  LastMoveCost last_move_cost() const { return last_move_cost_; }

  // Returns a kept table that covers the position, or null.
  std::shared_ptr<const SweptTable> table_of(const Position& position) const;

  // Adds a table, then drops the least recently used ones until all take at most `most_bytes`.
  void keep(std::shared_ptr<const SweptTable> table, std::uint64_t most_bytes);

  // Drops the least recently used tables until all take at most `most_bytes`.
  void shrink(std::uint64_t most_bytes);

  // Returns the bytes of the tables.
  std::uint64_t bytes() const;

  // Drops all tables if they take more than half of a memory that was given.
  void shrink_to_half(const Budget& budget) {
    if (bytes_within(budget) > budget.memory() / 2) shrink(0);
  }

  // Returns those that count towards the memory of the budget: all of them if it was given. Free
  // memory that was measured does not include them.
  std::uint64_t bytes_within(const Budget& budget) const {
    return budget.memory_given() ? bytes() : 0;
  }

  // The measured time of the last long sweep divided by its estimate, from 1 to 8. It exceeds 1 if
  // other programs use the machine.
  double slowness() const { return slowness_; }
  void note_slowness(double estimated, double taken);

  // Halves the excess: the machine may have become faster, and a refused sweep cannot tell.
  void doubt_slowness() { slowness_ = (1 + slowness_) / 2; }

 private:
  friend class SolverTurn;
  std::size_t begin_turn(const SolverTurn& turn);
  void leave(const SolverTurn& turn);

  const LastMoveCost last_move_cost_;
  mutable ForkSafeMutex mutex_;                                  // guards the next four
  mutable std::list<std::shared_ptr<const SweptTable>> tables_;  // the most recently used first
  std::list<const SolverTurn*> waiting_;                         // the first one gets the next turn
  bool busy_ = false;
  pid_t process_ = 0;  // the process of the last turn

  std::atomic<double> slowness_ = 1;

  // For the thread whose turn it is.
  std::unique_ptr<DepthFirstSearch> search_;  // at most one of these two
  std::unique_ptr<graph::Solver> graph_solver_;
  Board graph_board_;
  std::uint64_t search_bytes_ = 0;  // of either
  std::function<bool()> stopped_;
};

// Sweeps and searches run one at a time, since each may take all threads and the memory. A turn
// is the right to run one. Turns are given in the order in which they were asked for.
class SolverTurn {
 public:
  // Waits for the others. Throws Stopped or OutOfTimeWaiting if the budget ends first.
  SolverTurn(SolverState& of, const Budget& budget);
  ~SolverTurn() { end(); }
  SolverTurn(const SolverTurn&) = delete;
  SolverTurn& operator=(const SolverTurn&) = delete;

  // Returns the search of a board, whose transposition table takes the part of the budget that
  // the tables leave free. It remembers what it found in the last turn, if that was for the same
  // board and memory. `stopped` is polled during this turn as in SearchOptions. Throws
  // OutOfMemory if too little is left.
  DepthFirstSearch& search(const Board& board, const Budget& budget, std::function<bool()> stopped);

  // The same for boards with more than 64 edges, whose limits are those of each question to it.
  graph::Solver& graph_solver(const Board& board, const Budget& budget);

  // Returns the seconds that this turn waited for others.
  double waited() const { return waited_; }

  // Frees the memory of the search.
  void forget_search() {
    of_.search_.reset();
    of_.graph_solver_.reset();
  }

 private:
  std::uint64_t bytes_for_search(const Budget& budget);
  void end();

  SolverState& of_;
  double waited_ = 0;
};

}  // namespace pipo
