// Exact values of the positions of a game, for as many as possible. It works from the last position
// back, and the values found for one serve the ones after it: a sweep has the values of all
// positions that follow its start.
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
  std::uint64_t memory = 0;  // bytes; 0: what the machine has
  double seconds = 0;        // time limit; 0: none
  int threads = 0;           // 0: as many as the machine has
  // Called before a sweep begins: what it will take, and the number of moves made where it starts.
  std::function<void(const SweepPlan&, int moves)> planned = {};
  std::function<void(const SweepProgress&)> progress = {};
  // Called often, from any thread: true ends the current work.
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
  // [moves made]; nothing if the position is too early. Every position after one with an answer has
  // one.
  std::vector<std::optional<Answer>> answers;
  std::vector<SolvedStretch> stretches;  // the earliest positions first
  Ending ending = Ending::done;          // or what cut the work short
  // The size of a sweep of the last position without an answer.
  std::optional<SweepSize> too_large;

  int unknown() const;  // how many positions have no answer
};

// `positions` are those of a game of the board, each with the edges of the ones before it. Throws
// as Tables::answer does if a table that covers a position cannot be read.
GameValues values_of_game(const Board& board, const std::vector<EdgeSet>& positions,
                          const Tables& tables, const GameOptions& options);

}  // namespace pipo
