// A fast test of the stage of a quiet position, for whole tables.
//
// It takes a few dozen operations on sets of boxes, and fewer for most positions. Nearly all
// positions have an open edge between two stops, which is tested first.
#pragma once

#include "pipopipette/board.hpp"

namespace pipo::theory {

enum class Stage {
  before,         // some move gives away nothing, or a short string that is not a chain
  short_chains,   // every string is long or an independent chain, and at least one chain is short
  loony_endgame,  // every move gives away a long string or a loop; the full board too
};

class StageTest {
 public:
  explicit StageTest(const Board& board);

  // Returns the stage of a quiet position; the result for any other position is meaningless.
  Stage stage(EdgeSet quiet) const;

  // Returns whether the sides of the boxes in `known` alone show that the stage is Stage::before,
  // whatever is drawn elsewhere. The position may be known in part, but the known boxes must have
  // no or at least two open edges.
  bool rules_out(EdgeSet drawn, BoxSet known) const;

 private:
  struct Sides;
  Sides open_sides(EdgeSet drawn, BoxSet of) const;
  Stage stage(const Sides& open) const;

  int rows_;
  int columns_;
  EdgeSet all_;
  BoxSet boxes_;
  BoxSet top_ = 0, bottom_ = 0, left_ = 0, right_ = 0;  // boxes along the border
};

}  // namespace pipo::theory
