// How many positions settle to a quiet position, in which of the ways that identity (A) tells apart
// (probe/board/settle.hpp).
//
// A position P settles to Q if and only if the edges of F = Q - P form trees on the complete boxes
// of Q, at most one of whose edges leads out of each tree. (A tree without edges is a box that was
// complete before.) So the number of these F depends only on the complete boxes of Q. They are
// counted box by box, with the trees at the frontier as the state.
#pragma once

#include <cstdint>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

// The number of sets F with the same effect.
struct SettlingWays {
  int edges = 0;     // drawn by settling
  int captured = 0;  // boxes
  Handout handout = Handout::none;
  std::uint64_t ways = 0;
};

// Returns them for a quiet position with these complete boxes, those with F empty included. No edge
// of `start` is in F.
std::vector<SettlingWays> settling_ways(const Board& board, EdgeSet start, BoxSet complete);

}  // namespace pipo
