// A player: which move to make in a position, and how he knows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipopipette/tables.hpp"

namespace pipo {

// What a choice rests on.
enum class Knowledge {
  table,         // exact values: no move is better
  theory,        // a theorem, or who wins Nimstring
  rule_of_thumb  // neither has a word to say
};

// "table", "theory", "rule-of-thumb"
std::string_view word(Knowledge knowledge);

struct Choice {
  int edge = 0;  // DBN index
  Knowledge by = Knowledge::table;
  std::optional<int> value;  // margin for the player who draws it, where that is known
  std::string reason;        // one sentence without a full stop
};

// Of the moves the opponent will have, how many keep what he can have.
struct Room {
  int keep = 1;
  int moves = 1;
};

class Player {
 public:
  // `tables` must outlive the player.
  explicit Player(const Tables& tables) : tables_(tables) {}

  // The move to make in a position that has one. Where a table covers it, a best one: of several
  // the one after which the smallest part of the opponent's moves keeps what he can have, of those
  // the first. Else, and where the table is damaged, by the theory of probe/endgame. Throws
  // BadInput on the full board and NoSpace.
  Choice choose(const Position& position) const;

  // Once this best move has been made, and, where it captures, the mover has gone on in the way
  // that leaves least: how many of the opponent's moves keep his value. Throws as Tables::answer.
  Room room_after(const Position& position, int edge) const;

 private:
  Choice by_table(const Position& position) const;

  const Tables& tables_;
};

// What to play by the theory alone.
Choice choose_by_theory(const Position& position);

}  // namespace pipo
