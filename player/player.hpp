// Chooses a move in a position, and gives the reason.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

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

// The basis of a choice.
enum class Knowledge {
  table,         // exact values: no move is better
  solved,        // the same, by a sweep or a search
  sampled,       // best on average in later positions, which were solved
  theory,        // a theorem, or who wins Nimstring
  rule_of_thumb  // neither of these decides
};

// Returns "table", "solved", "sampled", "theory" or "rule-of-thumb".
std::string_view word(Knowledge knowledge);

struct Choice {
  int edge = 0;  // DBN index
  Knowledge by = Knowledge::table;
  std::optional<int> value;  // margin for the player who draws it, if known
  std::string reason;        // one sentence without a full stop
};

// How many of the opponent's replies keep the value, and how many replies there are.
struct ReplyCount {
  int keep = 1;
  int moves = 1;
};

constexpr std::uint64_t kGreatestSeed = std::uint64_t{1} << 62;

// How a player plays.
struct PlayerOptions {
  int level = 10;          // 1 to 10 (rules.hpp)
  std::uint64_t seed = 0;  // varies the choice among equal moves; 0: the first one
  // Never takes the values of the position itself, but compares moves by samples. This measures the
  // samples where the position could be solved.
  bool samples_only = false;
};

class Player {
 public:
  // The limits of a choice are those of the solver. Its tables are used by the highest level only.
  explicit Player(Solver solver, const PlayerOptions& options = {});

  const PlayerOptions& options() const { return how_; }

  // Returns the move to make in a position that has one. If the solver finds the values, it is a
  // best move: one after which the smallest fraction of the opponent's replies keeps the value.
  // Without a table, replies are counted only while this is quick. Beyond the limits, the highest
  // level compares moves by samples (sampling.hpp), and otherwise the theory decides. A damaged
  // table counts as no table. Throws BadInput on the full board, and Stopped.
  Choice choose(const Position& position) const { return choose(position, solver_.options()); }
  Choice choose(const Position& position, const SolverOptions& options) const;

  // Compares the moves of a position by samples only. Returns nothing below the highest level, if
  // the options allow one method only, and where sample_moves() finds nothing.
  std::optional<Choice> by_samples(const Position& position, const SolverOptions& options) const;

  // Begins to solve a position in which the opponent is to move. Returns nothing if that is not
  // useful: below the highest level, with tables only, and at the end of the game.
  std::unique_ptr<Pondering> ponder(const Position& position, const SolverOptions& options) const;

  // Returns how many of the opponent's replies keep the value after this best move. If the move
  // captures, the mover is assumed to continue in the way that leaves the smallest fraction. Throws
  // as Solver::solve.
  ReplyCount replies_after(const Position& position, int edge) const;

 private:
  Choice by_values(const Solution& solution, const SolverOptions& options, double end) const;
  Choice by_solver(const Position& position, const SolverOptions& options, double begin) const;

  Solver solver_;
  PlayerOptions how_;
};

// Chooses a move by the theory alone, or by a rule of thumb where the theory is silent. `seconds`
// limits the search for nim-values, which in any case takes hardly more than half a second. If the
// last move has a cost, only what the theory says on Nimstring counts, and no value is given.
constexpr double kTimeOfTheory = 1;
Choice choose_by_theory(const Position& position, std::uint64_t seed = 0,
                        double seconds = kTimeOfTheory, LastMoveCost last_move_cost = 0);

// Chooses an edge in a quiet position: one that offers no box, otherwise one that offers the
// fewest, preferably if the opponent cannot hand two back.
Choice choose_by_rule_of_thumb(const Position& position, std::uint64_t seed = 0);

}  // namespace pipo
