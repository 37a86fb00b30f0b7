// The mapping from positions of a board to positions of a table.
//
// A table of 3x4 also covers positions of 4x3. A table with start S covers all positions that have
// a mirror image containing S. Each way of mapping positions to the table is a view.
#pragma once

#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/parts_map.hpp"

namespace pipo {

// A mapping of positions to a table and the condition for it. An Overlay is small; a View made from
// it is large.
struct Overlay {
  Image image;         // from the position's board to the cut's turned board
  EdgeSet needed = 0;  // the start's edges on the position's board

  // Returns the overlays that map positions of `board` to the cut's turned board. Of overlays that
  // need the same edges it returns only one. Returns none for any other board.
  static std::vector<Overlay> all(const Board& board, const Cut& cut);

  // True if the position contains the table's start under this mapping.
  bool covers(EdgeSet drawn) const { return (drawn & needed) == needed; }
};

class View {
 public:
  View(const Board& board, const Cut& cut, const Image& image);

  // Returns the position, turned and split into parts.
  Parts parts(EdgeSet drawn) const { return map_(drawn); }

 private:
  PartsMap map_;
};

}  // namespace pipo
