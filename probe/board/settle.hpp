// Settling: drawing the last open edge of every capturable box until no box is capturable, and what
// that says about the value of a position (A) and of the moves of a quiet position (B).
//
// Identity (A). Let P settle to Q, capturing k boxes, and let the captured boxes fall into
// components connected through edges open in P. A component is open-ended if exactly one of its
// open edges leads out of it, closed if none does; there is no other case. Then
//
//     V(P) = k + max(V(Q), -4 - V(Q))   if some open-ended component has at least 2 boxes
//     V(P) = k + max(V(Q), -8 - V(Q))   else, if some closed component contains a path of 4 boxes
//     V(P) = k + V(Q)                   else
//
// Identity (B). V(full board) = 0, and the value of any other quiet position Q is the best over its
// open edges x, where Q+x settles to Q', capturing k boxes and drawing E edges in all, x included:
//
//     k <= 2           -(k + V(Q'))
//     k >= 3, E > k    -(k + max(V(Q'), -4 - V(Q')))    a string
//     k >= 4, E = k    -(k + max(V(Q'), -8 - V(Q')))    an independent loop
//
// For k = 2 this is the value of cutting that chain of two boxes in its middle, where the opponent
// has to take both; a cut at its end is worth no more, and identity (A) on Q+x tells how much.
#pragma once

#include <vector>

#include "pipopipette/board.hpp"

namespace pipo {

// What the player who could capture everything may do instead of it: decline the last boxes, so
// that the opponent has to move first in what remains. The number is what declining costs in
// margin, both ways.
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

// Boxes that drawing this open edge completes: 0, 1 or 2.
int completed_boxes(const Board& board, EdgeSet drawn, int edge);

// No box is capturable.
bool is_quiet(const Board& board, EdgeSet drawn);

// A set of boxes captured while settling, connected through edges that were open before. These
// edges and boxes form a tree.
struct CapturedComponent {
  BoxSet boxes = 0;
  EdgeSet edges = 0;           // its edges that were open before settling
  bool open_ended = false;     // exactly one of its open edges leads out of it; none does otherwise
  bool has_path_of_4 = false;  // contains a path of four boxes joined by open edges
};

// The components of identity (A), in order of their lowest box.
std::vector<CapturedComponent> captured_components(const Board& board, EdgeSet drawn);

// Identity (A): settles any position; V(P) = settled_value(settle(P), V(Q)).
Settlement settle(const Board& board, EdgeSet drawn);

// The right-hand side of identity (A): the margin for the player to move before settling, given
// that of Q. It is k + max(V(Q), -h - V(Q)), or k + V(Q) when the handout is none.
int settled_value(const Settlement& settlement, int quiet_value);

// Identity (B): draws the open edge x of the quiet position Q and settles. The handout is the
// reply's: V(Q) is the best of -(settled_value(result, V(result.quiet))) over the open edges x. All
// edges of one string give the same result. It is the margin for the player who draws x, except
// where x is at the end of a chain of two boxes and its middle edge was meant: for that edge alone
// use settle(board, Q + x).
Settlement draw_and_settle(const Board& board, EdgeSet quiet, int edge);

}  // namespace pipo
