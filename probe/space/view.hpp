// A table as seen from a board: how positions of the board become positions of the table.
//
// A table of 3x4 also answers positions of 4x3, and one with start S all positions some mirror
// image of which contains S. Each way of laying a position over the table is a view.
#pragma once

#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/parts_map.hpp"

namespace pipo {

// Small; a View made from it is not.
struct Overlay {
  Image image;         // from the position's board to the cut's turned board
  EdgeSet needed = 0;  // edges that the start becomes on the position's board

  // Every way in which positions of `board` may lie on the cut's turned board; of ways that need
  // the same edges drawn, one. None if it is another board.
  static std::vector<Overlay> all(const Board& board, const Cut& cut);

  // Does the position contain the table's start when seen this way?
  bool covers(EdgeSet drawn) const { return (drawn & needed) == needed; }
};

class View {
 public:
  View(const Board& board, const Cut& cut, const Image& image);

  // The position, turned and taken apart.
  Parts parts(EdgeSet drawn) const { return map_(drawn); }

 private:
  PartsMap map_;
};

}  // namespace pipo
