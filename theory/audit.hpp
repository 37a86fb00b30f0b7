// Checks a table against every statement of the theory and counts the results.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "theory/statements.hpp"

namespace pipo::theory {

// The results for one statement.
struct Tally {
  struct Mismatch {
    EdgeSet quiet = 0;
    int value = 0;  // value in the table
  };

  std::uint64_t held = 0;
  std::uint64_t mismatched = 0;
  std::optional<Mismatch> example;  // the mismatch with the lowest set of edges, as a number
};

// Counts the results of all statements. Use one Audit per thread, then merge them. The result does
// not depend on the order of the positions.
class Audit {
 public:
  explicit Audit(const Board& board) : theory_(board), tallies_(statements().size()) {}

  // Checks all statements on a quiet position and the table's margin for the player to move.
  void check(EdgeSet quiet, int value);

  // Adds the results of another audit of the same board.
  void merge(const Audit& other);

  // Returns one tally for each of statements(), in their order.
  const std::vector<Tally>& tallies() const { return tallies_; }
  // Returns the number of positions to which some statement applied.
  std::uint64_t positions() const { return positions_; }

 private:
  Theory theory_;
  std::vector<Tally> tallies_;
  std::uint64_t positions_ = 0;
};

}  // namespace pipo::theory
