// Identity (C): only the number of drawn outer edges of a box counts, not which of them are drawn,
// for an outer edge matters to no other box. V(merged P) = V(P).
#pragma once

#include <vector>

#include "pipopipette/board.hpp"

namespace pipo {

// The outer edges of each box that has two or more of them (corner boxes; every box of a one-row or
// one-column board), in the order in which they are taken to be drawn: those in `start` first, then
// by DBN index. Boxes in order of their number.
std::vector<std::vector<int>> outer_groups(const Board& board, EdgeSet start = 0);

// Identity (C): the representative of all positions with the same numbers of drawn outer edges: in
// each group the first ones are drawn. `drawn` must contain `start`; so does the result.
EdgeSet merge_outer(const Board& board, EdgeSet drawn, EdgeSet start = 0);

}  // namespace pipo
