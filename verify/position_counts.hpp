// Counts all positions of a table by layer and value: quiet or not, mirror images and positions
// with other outer edges of a box counted separately.
//
// Each entry of a canonical section stands for
//
// - the entries of the other sections in its orbit;
// - for each box with several outer edges, the ways to choose which of them are drawn;
// - the positions that settle to these, in layers with fewer edges (settling_ways). Their
//   values follow by identity (A), and their number from the complete boxes.
//
// So the values are counted by complete boxes first.
#pragma once

#include <cstdint>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/settle.hpp"
#include "probe/file/histogram.hpp"
#include "verify/checks.hpp"

namespace pipo {

// How many positions settle to a quiet position, in which of the ways that identity (A) tells apart
// (probe/board/settle.hpp).
//
// A position P settles to Q if and only if the edges of F = Q - P form trees on the complete boxes
// of Q, at most one of whose edges leads out of each tree. (A tree without edges is a box that was
// complete before.) So the number of these F depends only on the complete boxes of Q. They are
// counted box by box, with the trees at the frontier as the state.

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

// Returns the counts of each layer, from the start's on. Reads every block; takes the memory of a
// section a thread, 256 MiB, about 2 KiB for each set of boxes up to mirror images, and a byte for
// each of values_to_rebuild(). Uses all cores.
// Throws DamagedTable. The counts of a layer are checked to add up to the number of its positions.
std::vector<Histogram> count_positions(const CheckedTable& checked,
                                       const VerifyProgress& progress = {});

}  // namespace pipo
