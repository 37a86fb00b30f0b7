// Exact values of the positions of a game, of as many as can be had. It goes from the last one
// back, and what is found for one serves those after it: one sweep holds the values of all that
// comes after its start.
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
  double seconds = 0;        // that it may take; 0: as long as it takes
  int threads = 0;           // 0: all the machine has
  // What a sweep is going to take, before it begins, and how many moves had been made where it
  // starts.
  std::function<void(const SweepPlan&, int moves)> planned = {};
  std::function<void(const SweepProgress&)> progress = {};
  // Asked often, from any thread: ends what is under way.
  std::function<bool()> stopped = {};
};

// How neighbouring positions were solved.
struct SolvedStretch {
  Way way = Way::table;
  int first = 0;  // positions by the number of moves made, both included
  int last = 0;
  std::uint64_t looked_at = 0;  // values that sweeps computed, positions that searches looked into
  double seconds = 0;
};

enum class Ending { done, out_of_time, stopped };

struct GameValues {
  // By the number of moves made: nothing where it is too early. What follows an answer has one.
  std::vector<std::optional<Answer>> answers;
  std::vector<SolvedStretch> stretches;  // the earliest positions first
  Ending ending = Ending::done;          // or else what cut the work short
  // What a sweep of the last position without an answer would take.
  std::optional<SweepSize> too_large;

  int unknown() const;  // how many positions have no answer
};

// `positions` are those of a game of the board, each with the edges of the ones before it. Throws
// as Tables::answer does where a table covers a position and cannot be read.
GameValues values_of_game(const Board& board, const std::vector<EdgeSet>& positions,
                          const Tables& tables, const GameOptions& options);

}  // namespace pipo
