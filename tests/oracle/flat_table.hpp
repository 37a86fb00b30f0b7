// Values of all positions of a small board, by the rules alone.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

// One byte for each of the 2^E positions, E at most 24 (3x3).
class FlatTable {
 public:
  // The player who draws the last edge of all loses `last_move_cost` points.
  FlatTable(int rows, int columns, int last_move_cost = 0);

  const Rules& rules() const { return rules_; }

  // The margin of the player to move, in boxes and points, under best play.
  int value(Drawn drawn) const { return values_[drawn]; }

 private:
  int best_move(Drawn drawn) const;

  Rules rules_;
  int last_move_cost_;
  std::vector<std::int8_t> values_;
};

// The table of a board, computed once per process.
const FlatTable& flat_table(int rows, int columns, int last_move_cost = 0);

}  // namespace oracle
