// The rules of the game on a position: legal moves, the boxes that a move completes, settling, and
// a key that the mirror images of a position share.
//
// A player draws one open edge. A player who completes a box, or two, takes them and moves again.
// When all edges are drawn, the player with more boxes wins. Game (game.hpp) follows a whole game.
#pragma once

#include <vector>

#include "pipopipette/board.hpp"
#include "pipopipette/export.h"
#include "pipopipette/position.hpp"

namespace pipo {

// Every function here throws BadInput if `position.drawn` contains edges that are not on the board.

// Returns the open edges in order of their DBN indices. Every one of them is a legal move.
PIPOPIPETTE_API std::vector<int> legal_moves(const Position& position);

// Returns the boxes that drawing an open edge completes: none, one or two. Throws BadInput for an
// edge that is drawn or not on the board.
PIPOPIPETTE_API IndexSet completed_by(const Position& position, int edge);

// Returns the boxes with all four sides drawn.
PIPOPIPETTE_API IndexSet complete_boxes(const Position& position);

// A position without boxes to take, and the boxes taken on the way there.
struct Settled {
  Position quiet;     // no box has exactly three sides drawn
  IndexSet captured;  // the boxes complete in `quiet`, but not before

  friend bool operator==(const Settled&, const Settled&) = default;
};

// Takes every box that can be taken: draws the last open edge of a box with three sides drawn,
// until there is none. The result does not depend on the order.
PIPOPIPETTE_API Settled settled(const Position& position);

// Returns the position that represents all images of a position under the symmetries of its board.
// Images have the same value, and their moves correspond.
//
// If the board has more rows than columns, the position is first transposed: rows become columns.
// The result is the image with the least `drawn`, as a number in which bit i is edge i, among the
// images under the flips left-right and top-bottom: 4 on oblong boards. On square boards, these and
// their transposes: 8. Its board has rows <= columns.
PIPOPIPETTE_API Position canonical(const Position& position);

}  // namespace pipo
