// The claims of a file about a position, and where the exact values contradict them.
#pragma once

#include <optional>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

struct ClaimedMove {
  int edge = 0;  // DBN index, an open edge
  int value = 0;
};

struct Claim {
  Position position{Board(1, 1), 0};
  int value = 0;
  std::optional<IndexSet> best;    // open edges
  std::vector<ClaimedMove> moves;  // some of the moves, or all

  // Returns whether the claim can be checked without the values of moves.
  bool value_only() const { return !best && moves.empty(); }
};

// How many of the best moves a claim has to name.
enum class BestRule {
  some,  // at least one, and no other move
  all
};

struct Differences {
  bool value = false;
  bool best = false;
  std::vector<ClaimedMove> moves;  // claimed moves that have another value

  bool any() const { return value || best || !moves.empty(); }
};

Differences differences(const Claim& claim, const Answer& answer, BestRule rule);

}  // namespace pipo
