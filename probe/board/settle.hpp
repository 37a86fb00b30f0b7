// Settling: drawing the last open edge of every capturable box until no box is capturable, and what
// that says about the value of a position (identity A) and of a move in a quiet position (identity B).
#pragma once

#include <vector>

#include "probe/board/geometry.hpp"

namespace pipo {

// What the player who could capture everything may do instead of it: decline the last boxes, so that the
// opponent has to move first in what remains. The number is what declining costs in margin, both ways.
enum class Handout : int {
  none = 0,
  two_boxes = 4,   // keep back two boxes of a string (or open-ended component)
  four_boxes = 8,  // keep back four boxes of a loop (or closed component)
};

// k boxes are captured and the quiet position Q remains. The margin for the player to move is then
//   k + max(V(Q), -h - V(Q))   with h the handout's cost,   or k + V(Q) when the handout is none.
struct Settlement {
  EdgeSet quiet = 0;  // Q, a superset of what was settled
  int captured = 0;   // k
  Handout handout = Handout::none;
};

// Boxes with exactly three sides drawn.
BoxSet capturable_boxes(const Board& board, EdgeSet drawn);

// No box is capturable.
bool is_quiet(const Board& board, EdgeSet drawn);

// A set of boxes captured while settling, connected through edges that were open before.
struct CapturedComponent {
  BoxSet boxes = 0;
  EdgeSet edges = 0;         // its edges that were open before settling
  bool open_ended = false;   // exactly one of its open edges leads out of it; none does otherwise
  bool has_path_of_4 = false;  // contains a path of four boxes joined by open edges
};

// The components of identity (A), in order of their lowest box.
std::vector<CapturedComponent> captured_components(const Board& board, EdgeSet drawn);

// Identity (A): settles any position.
Settlement settle(const Board& board, EdgeSet drawn);

// Margin for the player to move before settling, given that of Q: k + max(V(Q), -h - V(Q)).
int settled_value(const Settlement& settlement, int quiet_value);

// Identity (B): draws the open edge x of the quiet position Q and settles. The handout is the reply's:
// the margin for the player who drew x is -(settled_value(result, V(result.quiet))).
Settlement draw_and_settle(const Board& board, EdgeSet quiet, int edge);

}  // namespace pipo
