// Computes exact values for as many positions of a game as possible. It works from the last
// position back. A sweep has the values of all positions that follow its start, so values found for
// one position serve the later ones.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pipopipette/tables.hpp"
#include "solve/start_sweep.hpp"
#include "solve/way.hpp"

namespace pipo {

struct GameOptions {
  std::uint64_t memory = 0;  // bytes; 0: the free memory of the machine
  double seconds = 0;        // time limit; 0: none
  int threads = 0;           // 0: all of the machine
  // Called before a sweep begins, with its cost and the number of moves made at its start.
  std::function<void(const SweepPlan&, int moves)> planned = {};
  std::function<void(const SweepProgress&)> progress = {};
  // Polled often, from any thread. Returning true ends the current work.
  std::function<bool()> stopped = {};
};

// How a range of consecutive positions was solved.
struct SolvedStretch {
  Way way = Way::table;
  int first = 0;  // positions by number of moves made, inclusive
  int last = 0;
  std::uint64_t looked_at = 0;  // values that sweeps computed, positions that searches visited
  double seconds = 0;
};

enum class Ending { done, out_of_time, stopped };

struct GameValues {
  // The answers by number of moves made; nothing if the position is too early. Every position after
  // one with an answer has an answer too.
  std::vector<std::optional<Answer>> answers;
  std::vector<SolvedStretch> stretches;  // the earliest positions first
  Ending ending = Ending::done;          // done, or the reason why the work ended early
  // The size of a sweep of the last position without an answer, with the time at the speed that
  // earlier sweeps had.
  std::optional<SweepSize> too_large;

  int unknown() const;  // number of positions without an answer
};

// Returns the values of a game. `positions` are its positions, each with the edges of the earlier
// ones. Throws what Tables::answer throws if a table that covers a position cannot be read.
GameValues values_of_game(const Board& board, const std::vector<EdgeSet>& positions,
                          const Tables& tables, const GameOptions& options);

}  // namespace pipo
