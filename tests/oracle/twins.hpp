// Positions that are the same game: mirror images, and the outer edges of a box exchanged.
//
// Both follow from the rules at once. An edge matters only through the boxes beside it, so whatever
// maps edges to edges and boxes to boxes alike changes nothing; two outer edges of one box may be
// exchanged.
#pragma once

#include <array>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

class Twins {
 public:
  Twins(int rows, int columns);

  // Among the outer edges of each box, draws the lowest ones instead of others.
  Drawn outer_first(Drawn drawn) const;

  // The lowest of the position and its three mirror images.
  Drawn lowest_image(Drawn drawn) const;

 private:
  // The image of a position, as the union of the images of its eight bytes.
  using ByteImages = std::array<std::array<Drawn, 256>, 8>;

  std::vector<Drawn> outer_groups_;
  std::array<ByteImages, 3> mirrors_{};
};

}  // namespace oracle
