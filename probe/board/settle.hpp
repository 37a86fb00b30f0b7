// Settling draws the last open edge of every capturable box until no box is capturable. It gives
// the value of a position (identity A) and of the moves of a quiet position (identity B).
//
// Identity (A). Let P settle to Q, capturing k boxes, and let the captured boxes fall into
// components connected through edges open in P. A component is open-ended if exactly one of its
// open edges leads out of it, closed if none does; there is no other case. Then
//
//     V(P) = k + max(V(Q), -4 - V(Q))   if some open-ended component has at least 2 boxes
//     V(P) = k + max(V(Q), -8 - V(Q))   else, if some closed component contains a path of 4 boxes
//     V(P) = k + V(Q)                   else
//
// Identity (B). V(full board) = 0. For any other quiet position Q and an open edge x, let Q+x
// settle to Q', capturing k boxes and drawing E edges in all, x included. V(Q) is the maximum over
// x of
//
//     k <= 2           -(k + V(Q'))
//     k >= 3, E > k    -(k + max(V(Q'), -4 - V(Q')))    a string
//     k >= 4, E = k    -(k + max(V(Q'), -8 - V(Q')))    an independent loop
//
// For k = 2 this is the value of cutting that chain of two boxes in its middle, so that the
// opponent has to take both. A cut at its end is worth no more; identity (A) on Q+x gives its
// value.
#pragma once

#include <span>
#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

// The alternative of the player who could capture everything: to decline the last boxes, so that
// the opponent takes them and has to move first in the rest. The number is the cost in margin: the
// player forgoes these boxes and the opponent gains them.
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

// Returns the boxes with all four sides drawn.
BoxSet complete_boxes(const Board& board, EdgeSet drawn);

// Returns the number of the other boxes, which can still be taken.
int boxes_left(const Board& board, EdgeSet drawn);

int boxes_left(const Position& position);

// Returns the boxes with exactly three sides drawn.
BoxSet capturable_boxes(const Board& board, EdgeSet drawn);

// Returns the number of boxes that drawing this open edge completes: 0, 1 or 2.
int completed_boxes(const Board& board, EdgeSet drawn, int edge);

// True if no box is capturable.
bool is_quiet(const Board& board, EdgeSet drawn);
bool is_quiet(const Position& position);

// A set of boxes captured while settling, connected through edges that were open before. These
// edges and boxes form a tree.
struct CapturedComponent {
  IndexSet boxes;
  IndexSet edges;              // its edges that were open before settling
  bool open_ended = false;     // exactly one of its edges leads out; otherwise none does
  bool has_path_of_4 = false;  // contains a path of four boxes joined by open edges
};

// Returns the components of identity (A), in order of their lowest box. The board may be of any
// size.
std::vector<CapturedComponent> captured_components(const Position& position);

// Returns the handout of identity (A), given all components.
Handout handout_of(std::span<const CapturedComponent> components);

// Identity (A): settles any position; V(P) = settled_value(settle(P), V(Q)).
Settlement settle(const Board& board, EdgeSet drawn);

// The same for a board of any size.
struct WideSettlement {
  IndexSet quiet;  // Q
  int captured = 0;
  Handout handout = Handout::none;

  // Returns k and the handout, without Q, for the functions that need no more.
  Settlement without_quiet() const { return {0, captured, handout}; }
};
WideSettlement settle(const Position& position);

// Returns the right-hand side of identity (A): the margin for the player to move before settling,
// given V(Q). It is k + max(V(Q), -h - V(Q)), or k + V(Q) if the handout is none.
int settled_value(const Settlement& settlement, int quiet_value);

// Identity (B): draws the open edge x of the quiet position Q and settles. The handout is the
// opponent's. V(Q) is the maximum of -settled_value(result, V(result.quiet)) over the open edges x.
//
// All edges of one string give the same result, so it is not always the value of x itself: an edge
// at the end of a chain of two boxes gets the value of the middle edge. For the value of such an
// edge use settle(board, Q + x).
Settlement draw_and_settle(const Board& board, EdgeSet quiet, int edge);

}  // namespace pipo
