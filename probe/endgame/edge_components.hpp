// Components as sets of open edges: taking a position apart, and one name for all mirror images.
#pragma once

#include <array>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo::endgame {

class EdgeComponents {
 public:
  explicit EdgeComponents(const Board& board);

  // The edges of `open` that are connected with `edge`, one of them, through boxes.
  EdgeSet connected(EdgeSet open, int edge) const;

  // The same set for all sets of open edges that differ only by a mirror image of the board or in
  // which outer edges of a box they contain.
  EdgeSet canonical(EdgeSet open) const;

 private:
  // Where the edges of each byte of a set go, for as many bytes as the board has.
  using ByteTable = std::vector<std::array<EdgeSet, 256>>;

  ByteTable byte_table(const Image& image) const;
  static EdgeSet apply(const ByteTable& image, EdgeSet edges);

  Board board_;
  std::array<EdgeSet, kMaximumEdges> around_{};  // the edges that share a box with each edge
  std::vector<ByteTable> images_;                // but for the identity
};

}  // namespace pipo::endgame
