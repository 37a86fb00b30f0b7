#include "probe/board/settle.hpp"

#include <algorithm>
#include <bit>

#include "probe/base/count_bits.hpp"
#include "probe/board/incidence.hpp"

namespace pipo {
namespace {

BoxSet bit(int box) {
  return BoxSet{1} << box;
}

// Returns the boxes with exactly one open edge.
BoxSet boxes_with_one(const Incidence& table, int boxes, EdgeSet open) {
  BoxSet result = 0;
  for (int box = 0; box < boxes; ++box) {
    result |= BoxSet{has_single_bit(table.sides[box] & open)} << box;
  }
  return result;
}

// Captures box after box. A capture makes at most one more box capturable, the neighbour across the
// edge just drawn, so a chase is a walk and needs no worklist.
class Chase {
 public:
  Chase(const Incidence& table, EdgeSet open) : table_(table), open_(open) {}

  // Captures `box` if it is capturable, then its neighbour, and so on. Calls `seen(box, next)` at
  // each step; `next` is kOutside beyond the border of the board.
  template <typename Seen>
  void run(int box, Seen seen) {
    EdgeSet last = table_.sides[box] & open_;
    while (has_single_bit(last)) {
      const int next = table_.across[std::countr_zero(last)] ^ box;
      open_ ^= last;
      captured_ |= bit(box);
      seen(box, next);
      if (next == kOutside) return;
      last = table_.sides[next] & open_;
      if (last == 0) captured_ |= bit(next);
      box = next;
    }
  }

  EdgeSet open() const { return open_; }
  BoxSet captured() const { return captured_; }

 private:
  const Incidence& table_;
  EdgeSet open_;
  BoxSet captured_ = 0;
};

}  // namespace

BoxSet complete_boxes(const Board& board, EdgeSet drawn) {
  const Incidence& table = incidence(board);
  BoxSet complete = 0;
  for (int box = 0; box < board.boxes(); ++box) {
    complete |= BoxSet{(table.sides[box] & ~drawn) == 0} << box;
  }
  return complete;
}

int boxes_left(const Board& board, EdgeSet drawn) {
  return board.boxes() - count_bits(complete_boxes(board, drawn));
}

BoxSet capturable_boxes(const Board& board, EdgeSet drawn) {
  return boxes_with_one(incidence(board), board.boxes(), board.all() & ~drawn);
}

int completed_boxes(const Board& board, EdgeSet drawn, int edge) {
  const Incidence& table = incidence(board);
  const EdgeSet after = drawn | EdgeSet{1} << edge;
  int boxes = 0;
  for (const int box : table.boxes[edge]) {
    boxes += box != kOutside && (table.sides[box] & ~after) == 0;
  }
  return boxes;
}

bool is_quiet(const Board& board, EdgeSet drawn) {
  return capturable_boxes(board, drawn) == 0;
}

// Identity (A) is stated in terms of components, but settle() need not build them. Call a captured
// box inner if it was not capturable at first; such a box had two or more open edges. Every capture
// draws the box's last edge, so the components are trees. Hence
//
// - a component is open-ended with at least two boxes if and only if the edge that leads out of it
//   leaves from an inner box (a box that was capturable at first has no other edge, so it would be
//   alone);
// - if there is no such component, a closed component contains a path of four boxes if and only if
//   an edge joins two inner boxes, which are the middle of the path.
//
// Both cases show in the steps that go from an inner box to a box that was not capturable at first.
// In the first case such a box is never captured; in the second case all of them are.
Settlement settle(const Board& board, EdgeSet drawn) {
  const Incidence& table = incidence(board);
  const EdgeSet open = board.all() & ~drawn;
  const BoxSet first = boxes_with_one(table, board.boxes(), open);
  if (first == 0) return {drawn, 0, Handout::none};
  Chase chase(table, open);
  BoxSet reached = 0;  // from inner boxes
  for (BoxSet rest = first; rest != 0; rest &= rest - 1) {
    chase.run(std::countr_zero(rest),
              [&](int box, int next) { reached |= ((first >> box & 1) - 1) & bit(next); });
  }
  reached &= ~first;
  Settlement result{board.all() & ~chase.open(), count_bits(chase.captured()), Handout::none};
  if ((reached & ~chase.captured()) != 0) {
    result.handout = Handout::two_boxes;
  } else if (reached != 0) {
    result.handout = Handout::four_boxes;
  }
  return result;
}

int settled_value(const Settlement& settlement, int quiet_value) {
  const int keep = settlement.captured + quiet_value;
  if (settlement.handout == Handout::none) return keep;
  return std::max(keep, settlement.captured - static_cast<int>(settlement.handout) - quiet_value);
}

Settlement draw_and_settle(const Board& board, EdgeSet quiet, int edge) {
  const Incidence& table = incidence(board);
  const EdgeSet open = board.all() & ~quiet;
  Chase chase(table, open & ~(EdgeSet{1} << edge));
  int edges = 1;
  for (const int box : table.boxes[edge]) {
    if (box != kOutside) chase.run(box, [&](int, int) { ++edges; });
  }
  Settlement result{board.all() & ~chase.open(), count_bits(chase.captured()), Handout::none};
  if (result.captured >= 3) {
    // A string has one edge more than boxes, a loop as many edges as boxes.
    result.handout = edges > result.captured ? Handout::two_boxes : Handout::four_boxes;
  }
  return result;
}

}  // namespace pipo
