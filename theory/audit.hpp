// Checking a table against every statement of the theory, and counting how each fared.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "theory/statements.hpp"

namespace pipo::theory {

// How one statement fared.
struct Tally {
  struct Mismatch {
    EdgeSet quiet = 0;
    int value = 0;  // the table's
  };

  std::uint64_t held = 0;
  std::uint64_t mismatched = 0;
  std::optional<Mismatch> example;  // the mismatch whose set of edges is the least number
};

// Use one a thread, then merge. The result does not depend on the order of the positions.
class Audit {
 public:
  explicit Audit(const Board& board) : theory_(board), tallies_(statements().size()) {}

  // Checks all statements on a quiet position and the table's margin for the player to move.
  void check(EdgeSet quiet, int value);

  // Adds what another audit of the same board has found.
  void merge(const Audit& other);

  // One for each of statements(), in their order.
  const std::vector<Tally>& tallies() const { return tallies_; }
  // Positions some statement applied to.
  std::uint64_t positions() const { return positions_; }

 private:
  Theory theory_;
  std::vector<Tally> tallies_;
  std::uint64_t positions_ = 0;
};

}  // namespace pipo::theory
