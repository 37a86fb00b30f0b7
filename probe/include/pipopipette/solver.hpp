// The exact value of any position and of each of its moves: from tables where they cover it, else
// by a sweep of the position itself in memory, or, where little is open, by a search.
//
//   const pipo::Tables tables({"tables"});
//   const pipo::Solver solver(tables, {.seconds = 60});
//   const pipo::Solution solution = solver.solve(pipo::parse_position(text));
//
// It is part of the library Pipopipette::solver (`pkg-config --libs pipopipette-solver`), which has
// all that Pipopipette::probe has, and needs oneTBB. Nothing is printed, nothing is written to
// disk; what goes wrong is thrown as one of the types in pipopipette/error.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "pipopipette/bounds.hpp"
#include "pipopipette/export.h"
#include "pipopipette/position.hpp"
#include "pipopipette/tables.hpp"

namespace pipo {

// The ways by which values are had.
enum class Way { table, sweep, search };

// What a sweep is going to take.
struct SweepPlan {
  Position start{Board(1, 1), 0};  // it computes the values of all quiet positions that contain it
  std::uint64_t values = 0;
  std::uint64_t memory = 0;  // the most bytes at a time
  double seconds = 0;        // about, on the threads there are
};

// How far a sweep has come.
struct SweepProgress {
  int layer = 0;
  std::uint64_t done = 0;  // values
  std::uint64_t total = 0;
  double seconds = 0;  // since it began
};

// How far a search for bounds has come.
struct SearchProgress {
  Bounds bounds;                // known by now
  std::uint64_t positions = 0;  // looked into
  double seconds = 0;           // since it began
};

struct SolverOptions {
  std::optional<Way> only = {};  // the quickest one that goes, unless one is asked for
  std::uint64_t memory = 0;      // bytes; 0: what the machine has
  double seconds = 0;            // that it may take; 0: as long as it takes
  int threads = 0;               // of sweeps; 0: all the machine has

  // Before a sweep begins.
  std::function<void(const SweepPlan&)> planned = {};
  // Now and then, by one thread at a time.
  std::function<void(const SweepProgress&)> progress = {};
  std::function<void(const SearchProgress&)> searching = {};
  // Asked often, from any thread: ends what is under way by Stopped.
  std::function<bool()> stopped = {};
};

struct Solution {
  Answer answer;
  Way way = Way::table;
  std::uint64_t looked_at = 0;  // values that a sweep computed, positions that a search looked into
  double seconds = 0;
};

// Where a value lies.
struct Enclosure {
  Position position{Board(1, 1), 0};
  Bounds bounds;
  // Worth the lower bound at least, as a DBN index: where that is in the window or above it, and
  // where it is remembered.
  std::optional<int> move;
  Way way = Way::table;  // search: perhaps with the help of the others
  std::uint64_t looked_at = 0;
  std::uint64_t helped = 0;  // positions of the search that tables and sweeps answered
  double seconds = 0;
  bool in_time = true;  // or else the time was over before all was known
};

class PIPOPIPETTE_API Solver {
 public:
  // `tables` must outlive the solver.
  explicit Solver(const Tables& tables, SolverOptions options = {});

  // Throws BadInput if edges are drawn that the board has not; MissingTable if only a table was
  // asked for and none covers the position; NoSpace if it would take more than the memory or the
  // time allowed; Stopped; and as Tables does.
  Solution solve(const Position& position) const;

  // Is the value below the window, above it, or which one in it? For positions that are too large
  // to be solved: a search asks only that, and takes the values of what comes later from tables,
  // and from sweeps that fit. What is known when the time is over is returned. Throws BadInput,
  // Stopped, MissingTable as above, and as Tables does.
  Enclosure enclose(const Position& position, const Window& window) const;

 private:
  const Tables& tables_;
  SolverOptions options_;
};

}  // namespace pipo
