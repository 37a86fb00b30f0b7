// The mirror images of a board: four for every board, eight for a square one.
//
// A margin does not change when the position is turned over or around, V(image of P) = V(P), so a
// table needs to store only one image of each.
#pragma once

#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

// An image is: first transpose (rows become columns) if asked, then flip left-right, then
// top-bottom.
struct Image {
  bool transpose = false;
  bool left_right = false;
  bool top_bottom = false;

  friend bool operator==(const Image&, const Image&) = default;
};

// The images that map the board onto itself, the identity first: 4, or 8 where rows == columns.
std::vector<Image> images(const Board& board);

// Where an edge of `board` goes; an index on board, or on board.transposed() when the image
// transposes.
int image_of_edge(const Board& board, const Image& image, int edge);
EdgeSet image_of_edges(const Board& board, const Image& image, EdgeSet edges);
Position image_of(const Position& position, const Image& image);

// The images of images(board) that map the set of edges onto itself.
std::vector<Image> images_fixing(const Board& board, EdgeSet edges);

}  // namespace pipo
