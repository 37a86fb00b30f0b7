// Positions that are equal as games: mirror images, and exchanged outer edges of a box.
//
// Both follow from the rules. An edge matters only through the boxes beside it, so a mapping of
// edges that maps boxes to boxes keeps the value. The same holds for exchanging two outer edges of
// one box.
#pragma once

#include <array>
#include <vector>

#include "tests/oracle/rules.hpp"

namespace oracle {

class Twins {
 public:
  Twins(int rows, int columns);

  // Replaces the drawn outer edges of each box by as many of its lowest ones.
  Drawn outer_first(Drawn drawn) const;

  // The smallest of the position and its three mirror images.
  Drawn lowest_image(Drawn drawn) const;

 private:
  // The image of a position, as the union of the images of its eight bytes.
  using ByteImages = std::array<std::array<Drawn, 256>, 8>;

  std::vector<Drawn> outer_groups_;
  std::array<ByteImages, 3> mirrors_{};
};

}  // namespace oracle
