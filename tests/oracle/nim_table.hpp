// Nim-values of all positions of a small board in Nimstring, by the rules alone: the moves of
// Dots-and-Boxes, a player who completes a box has to move again, and a player who cannot complete
// a turn loses.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

// Stands for the value of a position that is won for the player to move next to every heap.
constexpr int kLoonyPosition = -1;

// The numbers of counters, up to 31, of the heaps next to which the player to move wins, a bit
// each.
using WonNextTo = std::uint32_t;

// Returns these heaps from those of the positions after each move.
class WinningMoves {
 public:
  // After a capture the same player moves, otherwise the opponent.
  void add(int captures, WonNextTo after) { won_ |= captures > 0 ? after : ~after; }

  // Takes counters from a larger heap than the least next to which the position is lost, and leaves
  // that one.
  WonNextTo won() const {
    const int lost = std::countr_one(won_);
    return lost == 32 ? won_ : ~(WonNextTo{1} << lost);
  }

  // A position is lost next to at most one heap, whose number of counters is the nim-value.
  static int value(WonNextTo won) {
    return won == ~WonNextTo{0} ? kLoonyPosition : std::countr_one(won);
  }

 private:
  WonNextTo won_ = 0;
};

// One byte for each of the 2^E positions, E at most 24 (3x3).
class NimTable {
 public:
  NimTable(int rows, int columns);

  // The nim-value, or kLoonyPosition.
  int value(Drawn drawn) const { return values_[drawn]; }

 private:
  std::vector<std::int8_t> values_;
};

// The table of a board, computed once per process.
const NimTable& nim_table(int rows, int columns);

// Single positions of larger boards, with few open edges. It remembers all positions it has seen.
class NimSearch {
 public:
  NimSearch(int rows, int columns) : rules_(rows, columns) {}
  int value(Drawn drawn) { return WinningMoves::value(won(drawn)); }

 private:
  WonNextTo won(Drawn drawn);

  Rules rules_;
  std::unordered_map<Drawn, WonNextTo> known_;
};

}  // namespace oracle
