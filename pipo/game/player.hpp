// Chooses a move in a position, and gives the reason.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipopipette/tables.hpp"

namespace pipo {

// The basis of a choice.
enum class Knowledge {
  table,         // exact values: no move is better
  theory,        // a theorem, or who wins Nimstring
  rule_of_thumb  // neither of these decides
};

// Returns "table", "theory" or "rule-of-thumb".
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
  // `tables` must outlive the player.
  explicit Player(const Tables& tables) : tables_(tables) {}

  // Returns the move to make in a position that has one. If a table covers the position, it is a
  // best move: the one after which the smallest fraction of the opponent's replies keeps the value,
  // and the first of these. Otherwise, or if the table is damaged, the theory
  // decides. Throws BadInput on the full board, and NoSpace.
  Choice choose(const Position& position) const;

  // Returns how many of the opponent's replies keep the value after this best move. If the move
  // captures, the mover is assumed to continue in the way that leaves the smallest fraction. Throws
  // as Tables::answer.
  ReplyCount replies_after(const Position& position, int edge) const;

 private:
  Choice by_table(const Position& position) const;

  const Tables& tables_;
};

// Chooses a move by the theory alone.
Choice choose_by_theory(const Position& position);

}  // namespace pipo
