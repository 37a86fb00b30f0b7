// The rule of the game, and a table held against it.
//
//     V(P) = max over the open edges x of   c + V(P + x)   if x completes c > 0 boxes
//                                           -V(P + x)      if it completes none
//     V(full board) = 0
//
// A function on all positions that fulfils this everywhere is the margin under best play, by
// induction over the number of open edges. Nothing here knows how tables are made, nor any of the
// identities that they rest on; values come from Tables::value alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Boxes that drawing this open edge completes, counted here for itself: an oracle shares no code
// with what it checks.
int boxes_by_rule(const Board& board, EdgeSet drawn, int edge);

// Every move of the position, its value worked out by the rule from that of the position it leads
// to.
std::vector<MoveValue> moves_by_rule(const Tables& tables, const Position& position);

// The greatest of those; 0 on the full board.
int value_by_rule(const Tables& tables, const Position& position);

// A position at which the table and the rule differ.
struct Mismatch {
  Position position;
  int table_value = 0;
  // By the rule, from the table's values of the positions they lead to.
  std::vector<MoveValue> moves;

  int rule_value() const;
};

// Checks one position against a value for it.
std::optional<Mismatch> check_value(const Tables& tables, const Position& position, int value);

}  // namespace pipo
