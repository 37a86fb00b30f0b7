// Values of all positions of a small board, by the rules alone.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

// One byte for each of the 2^E positions, E at most 24 (3x3).
class FlatTable {
 public:
  FlatTable(int rows, int columns);

  const Rules& rules() const { return rules_; }

  // The margin of the player to move, in boxes, under best play.
  int value(Drawn drawn) const { return values_[drawn]; }

 private:
  int best_move(Drawn drawn) const;

  Rules rules_;
  std::vector<std::int8_t> values_;
};

// The table of a board, computed once per process.
const FlatTable& flat_table(int rows, int columns);

}  // namespace oracle
