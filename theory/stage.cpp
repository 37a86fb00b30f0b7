#include "theory/stage.hpp"

namespace pipo::theory {

// One set of boxes for each side.
struct StageTest::Sides {
  BoxSet up, down, left, right;

  BoxSet any() const { return up | down | left | right; }
  // Returns the boxes in an odd number of the four sets.
  BoxSet odd() const { return up ^ down ^ left ^ right; }
  Sides operator&(const Sides& other) const {
    return {up & other.up, down & other.down, left & other.left, right & other.right};
  }

  // Returns the boxes with 3 or 4 open edges, if the four sets are the open edges, by adding one
  // bit per side in parallel. In a quiet position a box has no open edge or at least 2.
  BoxSet joints() const {
    const BoxSet vertical = up & down, horizontal = left & right;
    const BoxSet three = (vertical & (left ^ right)) | (horizontal & (up ^ down));
    return three | (vertical & horizontal);
  }
};

StageTest::StageTest(const Board& board)
    : rows_(board.rows()),
      columns_(board.columns()),
      all_(board.all()),
      boxes_((BoxSet{1} << board.boxes()) - 1) {
  for (int c = 0; c < columns_; ++c) {
    top_ |= BoxSet{1} << board.box(0, c);
    bottom_ |= BoxSet{1} << board.box(rows_ - 1, c);
  }
  for (int r = 0; r < rows_; ++r) {
    left_ |= BoxSet{1} << board.box(r, 0);
    right_ |= BoxSet{1} << board.box(r, columns_ - 1);
  }
}

Stage StageTest::stage(EdgeSet quiet) const {
  return stage(open_sides(quiet, boxes_));
}

// Unknown edges count as drawn. A stop found among known boxes is a stop, and all edges of the
// strings of one or two boxes found are edges of known boxes. So further open edges cannot
// turn Stage::before into another stage.
bool StageTest::rules_out(EdgeSet drawn, BoxSet known) const {
  return stage(open_sides(drawn, known)) == Stage::before;
}

// Returns the open edges of these boxes.
StageTest::Sides StageTest::open_sides(EdgeSet drawn, BoxSet of) const {
  const EdgeSet free = all_ & ~drawn;
  const EdgeSet verticals = free >> ((rows_ + 1) * columns_);
  const BoxSet row = (BoxSet{1} << columns_) - 1;
  Sides open{free & of, free >> columns_ & of, 0, 0};
  for (int r = 0; r < rows_; ++r) {
    const EdgeSet here = verticals >> (r * (columns_ + 1));
    open.left |= (here & row) << (r * columns_);
    open.right |= (here >> 1 & row) << (r * columns_);
  }
  open.left &= of;
  open.right &= of;
  return open;
}

Stage StageTest::stage(const Sides& open) const {
  const BoxSet joint = open.joints();
  const Sides to_joint = open & Sides{joint << columns_, joint >> columns_, (joint & ~right_) << 1,
                                      (joint & ~left_) >> 1};
  const Sides to_ground = open & Sides{top_, bottom_, left_, right_};
  const BoxSet beside_joint = to_joint.any(), beside_ground = to_ground.any();
  if ((joint & (beside_joint | beside_ground)) != 0) return Stage::before;

  // Now every box beside a stop has two open edges. If both lead to stops, the box is a string of
  // one box. Two boxes with one such edge each, joined by their other edges, are a string of two.
  const BoxSet beside_stop = beside_joint | beside_ground;
  const BoxSet end = to_joint.odd() ^ to_ground.odd();
  const BoxSet single = beside_stop & ~end;
  const BoxSet above = end & open.down & end >> columns_;
  const BoxSet beside = end & open.right & (end & ~left_) >> 1;
  const BoxSet pair = above | above << columns_ | beside | beside << 1;
  if ((single | pair) == 0) return Stage::loony_endgame;
  return ((single | pair) & beside_joint) == 0 ? Stage::short_chains : Stage::before;
}

}  // namespace pipo::theory
