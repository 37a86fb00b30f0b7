// All that can be known about a position: the exact value of any position and of each of its moves,
// by tables, a sweep in memory or a search; or bounds, if that would exceed the limits.
//
//   const pipo::Solver solver(pipo::Tables({"tables"}), {.seconds = 60});
//   const pipo::Solution solution = solver.solve(pipo::parse_position(text));
//
// A solver remembers. A sweep computes the values of all positions that contain its start, so
// stepping through a game solves once. Copies of a solver share what they remember.
//
// Many threads may use a solver and its copies at the same time. Tables and remembered sweeps
// answer at once; other sweeps and searches run one after the other, in the order in which they
// were asked for, each with all the threads allowed. Waiting counts towards the time limit. After
// any error the solver can be used as before.
//
// It is part of the library Pipopipette::solver (`pkg-config --libs pipopipette-solver`), which
// contains all of Pipopipette::probe and needs oneTBB. It never prints. It writes to disk only if a
// question has a folder for scratch files. Its errors are the types in pipopipette/error.hpp.
//
// The caller's stack may be of any size: if less than 1 MiB of it is left, a thread with a stack of
// its own does the work and calls the functions of SolverOptions.
//
// A child of fork() whose parent has run sweeps has no threads for sweeps. There only tables, what
// the parent remembered and searches answer; everything else throws SystemLimit, or has that error
// in its Attempt. A child that is forked before the parent's first sweep starts threads of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipopipette/bounds.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/export.h"
#include "pipopipette/position.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// The time of a question passed, or too little of it was left, because other questions to the same
// solver came first. The same question may succeed later.
class PIPOPIPETTE_API OutOfTimeWaiting : public OutOfTime {
 public:
  using OutOfTime::OutOfTime;
};

// The method that finds the values.
enum class Method { table, sweep, search };

// The cost of a sweep, estimated before it begins.
struct SweepPlan {
  Position start{Board(1, 1), 0};  // the sweep computes all quiet positions that contain it
  std::uint64_t values = 0;
  std::uint64_t memory = 0;                    // peak, in bytes
  double seconds = 0;                          // approximate, with the available threads
  std::uint64_t disk = 0;                      // bytes of scratch files, approximate
  std::uint64_t read_back = 0;                 // values read back from scratch files
  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

// The progress of a sweep.
struct SweepProgress {
  int layer = 0;
  std::uint64_t done = 0;  // values
  std::uint64_t total = 0;
  double seconds = 0;                          // since the sweep began
  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

// The progress of a search for bounds.
struct SearchProgress {
  Bounds bounds;                               // known so far
  std::uint64_t positions = 0;                 // searched so far
  double seconds = 0;                          // since the search began
  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

// The limits of a question, and the functions that report its progress. If such a function, or that
// of a batch, asks the same solver or a copy of it, it gets the answers of tables and what is
// remembered. A sweep or a search would wait for itself: the function gets BadInput. This is not
// detected in a thread that the function starts and waits for. Negative limits, and a time that is
// not a number, are BadInput too.
struct SolverOptions {
  std::optional<Method> only = {};  // the only method to use; by default the solver chooses one
  std::uint64_t memory = 0;         // limit in bytes; 0: what the machine has
  double seconds = 0;               // time limit; 0: none
  int threads = 0;                  // of sweeps; 0: all of the machine

  // Limit in bytes of the tables of sweeps that the solver keeps for later questions. A sweep's
  // table takes about two thirds of a byte per value. It is kept if `memory` has room for it.
  std::uint64_t remember = std::uint64_t{2} << 30;

  // Folder for scratch files of sweeps that exceed `memory`, if not empty. They have no names, and
  // nothing of them is left when the sweep or the process ends.
  std::filesystem::path scratch = {};

  // Called before a sweep begins.
  std::function<void(const SweepPlan&)> planned = {};
  // Called after each batch of sections, or of positions, by one thread at a time.
  std::function<void(const SweepProgress&)> progress = {};
  std::function<void(const SearchProgress&)> searching = {};
  // Polled often, from any thread. Returning true ends the work with Stopped.
  std::function<bool()> stopped = {};
  // Called when the question no longer waits for other questions, with the seconds that it did: as
  // its sweep or search begins, or as it gives up. Not called if nothing has to be computed.
  std::function<void(double seconds)> waited = {};

  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

struct Solution {
  Answer answer;
  Method method = Method::table;
  bool remembered = false;      // a sweep for an earlier question had computed the values
  std::uint64_t looked_at = 0;  // values computed by a sweep, or positions searched
  double seconds = 0;
  // The number of drawn edges of the position with which the sweep began, if there was one; of
  // several sweeps the first.
  std::optional<int> swept_from = {};
  std::array<std::uint64_t, 3> reserved = {};  // for members of later versions; leave it zero
};

// The result of Solver::try_solve.
struct Attempt {
  Bounds bounds;
  std::optional<Solution> solution = {};  // if it could be solved within the limits
  // Otherwise the message and the code of the error of Solver::solve.
  std::string why_not = {};
  ErrorCode code = ErrorCode::out_of_time;
  bool waited = false;            // whether the error is OutOfTimeWaiting
  std::exception_ptr error = {};  // the error itself, for its details (MissingTable::searched())
  std::array<std::uint64_t, 4> reserved = {};  // for members of later versions; leave it zero
};

// The result of Solver::bound.
struct ValueBounds {
  Position position{Board(1, 1), 0};
  Bounds bounds;
  // DBN index of a move worth at least the lower bound, if one is known. A search knows one only if
  // that bound is in the window or above it, and if it still remembers such a move.
  std::optional<int> move;
  Method method = Method::table;  // a search may also use tables and sweeps
  std::uint64_t looked_at = 0;    // as in Solution
  std::uint64_t helped = 0;       // positions of the search answered by tables and sweeps
  double seconds = 0;
  bool in_time = true;  // false if the time limit ended the search before the window was settled
  std::uint64_t last_move_cost = 0;            // of the game (TablesOptions)
  std::array<std::uint64_t, 3> reserved = {};  // for members of later versions; leave it zero
};

// Receives what is known about the position with this number in a batch.
using FoundInBatch = std::function<void(std::size_t number, Attempt known)>;

class SolverState;

class PIPOPIPETTE_API Solver {
 public:
  // `options` are those of all questions that have none of their own. The solver finds values of
  // the game of the tables: if the last move has a cost there (TablesOptions::last_move_cost), all
  // members throw BadInput for a board that is too large for it.
  explicit Solver(Tables tables, SolverOptions options = {});
  ~Solver();
  Solver(const Solver&);
  Solver& operator=(const Solver&);

  const Tables& tables() const { return tables_; }
  const SolverOptions& options() const { return options_; }

  // Returns the values of the position and of each of its moves. Throws
  //
  // - BadInput if `position.drawn` contains edges that are not on the board;
  // - MissingTable if the only method allowed is a table and none covers the position;
  // - OutOfMemory or OutOfTime if solving would exceed the limit (OutOfTimeWaiting if only because
  //   other questions came first), SystemLimit in a forked child;
  // - DiskFull or CannotWrite if scratch files do not fit on the disk or cannot be written;
  // - Stopped;
  // - what Tables throws.
  Solution solve(const Position& position) const { return solve(position, options_); }
  Solution solve(const Position& position, const SolverOptions& options) const;

  // The same, but returns bounds and the reason if the position exceeds the limits or if there is
  // no table for it. Throws the other errors of solve().
  Attempt try_solve(const Position& position) const { return try_solve(position, options_); }
  Attempt try_solve(const Position& position, const SolverOptions& options) const;

  // Finds the same for many positions, of any boards, in the order that costs least: one sweep
  // answers all that contain its start, and short sweeps and searches run at the same time. `found`
  // is called once for each position, by one thread at a time, in any order. The limits are those
  // of each position. An error of one position, such as a damaged table, is in its Attempt, and the
  // others are solved. If it is stopped or `found` throws, some positions have been found. Of the
  // functions in the options, only `stopped` is called for short sweeps and searches.
  void solve_all(std::span<const Position> positions, const FoundInBatch& found) const {
    solve_all(positions, found, options_);
  }
  void solve_all(std::span<const Position> positions, const FoundInBatch& found,
                 const SolverOptions& options) const;

  // Writes the value of each move of many positions of one board, as solve_all finds them: the
  // value of edge e of position i as results[i * board.edges() + e], or kDrawn. It does not throw
  // the error of a single position: moves without a value are marked with kDamaged if tables cover
  // them but none can be used, and with kNotCovered otherwise; try_solve() has the reason. If a
  // position exceeds the limits, the moves that tables answer still have their values. Throws
  // BadInput (also unless `results` has a place for each value) and Stopped; `results` then has
  // the values found so far, and marks for the others.
  void move_values(const Board& board, std::span<const EdgeSet> drawn,
                   std::span<std::int8_t> results) const {
    move_values(board, drawn, results, options_);
  }
  void move_values(const Board& board, std::span<const EdgeSet> drawn,
                   std::span<std::int8_t> results, const SolverOptions& options) const;

  // Returns a line of best play to the end of the game, like Tables::line. The limits are for the
  // whole line. Throws what solve() throws.
  std::vector<MoveValue> line(const Position& position) const { return line(position, options_); }
  std::vector<MoveValue> line(const Position& position, const SolverOptions& options) const;

  // Finds out whether the value is below or above the window, or which value inside it. This is for
  // positions that are too large to solve. A search answers only this question, and takes the
  // values of later positions from tables, from remembered sweeps and from new sweeps that fit into
  // memory; their tables are kept if there is room for them. On boards with more than 64 edges the
  // search uses only the position's graph. At the time limit it returns the bounds known by then.
  // Throws BadInput (also if window.low > window.high + 1, or if a bound is beyond -kMaximumValue
  // and kMaximumValue), Stopped, MissingTable and, in a forked child, SystemLimit as above,
  // OutOfTime if the position has more than 64 edges and is too large for any search, and what
  // Tables throws. If only a table or a sweep may be used, it throws what solve() throws.
  ValueBounds bound(const Position& position, const Window& window) const {
    return bound(position, window, options_);
  }
  ValueBounds bound(const Position& position, const Window& window,
                    const SolverOptions& options) const;

 private:
  Tables tables_;
  SolverOptions options_;
  std::shared_ptr<SolverState> state_;
};

}  // namespace pipo
