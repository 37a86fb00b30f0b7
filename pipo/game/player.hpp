// Chooses a move in a position, and gives the reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "pipopipette/solver.hpp"

namespace pipo {

// The basis of a choice.
enum class Knowledge {
  table,         // exact values: no move is better
  solved,        // the same, by a sweep or a search
  theory,        // a theorem, or who wins Nimstring
  rule_of_thumb  // neither of these decides
};

// Returns "table", "solved", "theory" or "rule-of-thumb".
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

class Player {
 public:
  // The limits of a choice are those of the solver.
  explicit Player(Solver solver) : solver_(std::move(solver)) {}

  // Returns the move to make in a position that has one. If the solver finds the values, it is a
  // best move: the one after which the smallest fraction of the opponent's replies keeps the value,
  // and the first of these. Without a table, replies are counted only while this is quick. Beyond
  // the limits the theory decides. A damaged table counts as no table. Throws BadInput on the full
  // board, and Stopped.
  Choice choose(const Position& position) const { return choose(position, solver_.options()); }
  Choice choose(const Position& position, const SolverOptions& options) const;

  // Returns how many of the opponent's replies keep the value after this best move. If the move
  // captures, the mover is assumed to continue in the way that leaves the smallest fraction. Throws
  // as Solver::solve.
  ReplyCount replies_after(const Position& position, int edge) const;

 private:
  Choice by_values(const Solution& solution, const SolverOptions& options) const;

  Solver solver_;
};

// Chooses a move by the theory alone.
Choice choose_by_theory(const Position& position);

}  // namespace pipo
