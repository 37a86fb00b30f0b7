// What somebody's file says of a position, and where a table says otherwise.
#pragma once

#include <cstdint>
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
  std::optional<EdgeSet> best;     // open edges
  std::vector<ClaimedMove> moves;  // some of the moves, or all

  // May it be settled without knowing what moves are worth?
  bool value_only() const { return !best && moves.empty(); }
};

// How much of the best moves a claim has to name.
enum class BestRule {
  some,  // one at least, and none that is not among them
  all
};

// The set of best moves of an answer.
EdgeSet best_of(const Answer& answer);

struct Differences {
  bool value = false;
  bool best = false;
  std::vector<ClaimedMove> moves;  // those that are worth something else

  bool any() const { return value || best || !moves.empty(); }
};

Differences differences(const Claim& claim, const Answer& answer, BestRule rule);

}  // namespace pipo
