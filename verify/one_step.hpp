// The rule of the game, and the check of a table against it.
//
//     V(P) = max over the open edges x of   c + V(P + x)   if x completes c > 0 boxes
//                                           -V(P + x)      if it completes none
//     V(full board) = 0
//
// By induction over the number of open edges, a function on all positions that fulfils this
// everywhere is the margin under best play. Nothing here uses the methods that make tables, nor the
// identities that they rest on; values come from Tables::value alone.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Returns how many boxes drawing this open edge completes. It is implemented separately, because an
// oracle shares no code with what it checks.
int boxes_by_rule(const Board& board, EdgeSet drawn, int edge);

// Returns every move of the position, with its value by the rule from the value of the position
// that it leads to.
std::vector<MoveValue> moves_by_rule(const Tables& tables, const Position& position);

// The same with values from elsewhere.
using ValueOfPosition = std::function<int(const Position& position)>;
std::vector<MoveValue> moves_by_rule(const ValueOfPosition& value, const Position& position);

// Returns the largest of these values; 0 on the full board.
int value_by_rule(const Tables& tables, const Position& position);

// A position at which the table and the rule differ.
struct Mismatch {
  Position position;
  int table_value = 0;
  // Values by the rule, from the table's values of the positions that the moves lead to.
  std::vector<MoveValue> moves;

  int rule_value() const;
};

// Checks a value for one position by the rule; returns the mismatch, if any.
std::optional<Mismatch> check_value(const Tables& tables, const Position& position, int value);

}  // namespace pipo
