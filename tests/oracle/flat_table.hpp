// The value of every position of a small board, straight from the rules.
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

  // Boxes the player to move will still take, minus the opponent's, under best play by both.
  int value(Drawn drawn) const { return values_[drawn]; }

 private:
  int best_move(Drawn drawn) const;

  Rules rules_;
  std::vector<std::int8_t> values_;
};

// Made once a program.
const FlatTable& flat_table(int rows, int columns);

}  // namespace oracle
