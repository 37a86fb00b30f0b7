// The mirror images of a board: four for every board, eight for a square one.
//
// Mirroring or turning a position keeps its margin, V(image of P) = V(P), so a table needs to store
// only one image of each position.
#pragma once

#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

// An image of a board. The transformations apply in this order: transpose (rows become columns),
// flip left-right, flip top-bottom.
struct Image {
  bool transpose = false;
  bool left_right = false;
  bool top_bottom = false;

  friend bool operator==(const Image&, const Image&) = default;
};

// Returns the images that map the board onto itself, the identity first: 4, or 8 if rows ==
// columns.
std::vector<Image> images(const Board& board);

// Return the image of an edge, of a set of edges and of a position. The edges of the result are
// those of `board`, or of board.transposed() if the image transposes.
int image_of_edge(const Board& board, const Image& image, int edge);
EdgeSet image_of_edges(const Board& board, const Image& image, EdgeSet edges);
Position image_of(const Position& position, const Image& image);

// Returns the members of images(board) that map this set of edges onto itself.
std::vector<Image> images_fixing(const Board& board, EdgeSet edges);

}  // namespace pipo
