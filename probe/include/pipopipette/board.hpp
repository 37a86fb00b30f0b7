// The geometry of an R x C board: which edges surround which box.
//
// Edges are numbered as in OpenSpiel's Dots-and-Boxes strings ("DBN"): horizontals first, row by
// row from the top, then verticals row by row. Boxes are numbered row by row. Row 0 is the top.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "pipopipette/export.h"

namespace pipo {

// A set of edges. Bit i is the edge with DBN index i.
using EdgeSet = std::uint64_t;

// A set of boxes. Bit i is box i = r * columns + c.
using BoxSet = std::uint64_t;

constexpr int kMaximumEdges = 64;

// A rectangle of boxes with at most 64 edges. The largest boards are 5x5, 4x6, 3x8, 2x12 and 1x21.
// A board is cheap to copy. Two boards are equal if their dimensions are.
class PIPOPIPETTE_API Board {
 public:
  // Requires rows >= 1, columns >= 1 and at most 64 edges in all; throws BadInput otherwise.
  Board(int rows, int columns);

  // Reads "RxC", decimal without leading zeros. Throws BadInput naming the mistake.
  static Board parse(std::string_view text);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int boxes() const { return rows_ * columns_; }
  int edges() const { return horizontals() + rows_ * (columns_ + 1); }
  int horizontals() const { return (rows_ + 1) * columns_; }

  // Returns "RxC".
  std::string name() const;

  // Returns the DBN index of the edge above box (r, c); 0 <= r <= rows, 0 <= c < columns.
  int horizontal(int r, int c) const { return r * columns_ + c; }
  // Returns the DBN index of the edge left of box (r, c); 0 <= r < rows, 0 <= c <= columns.
  int vertical(int r, int c) const { return horizontals() + r * (columns_ + 1) + c; }
  int box(int r, int c) const { return r * columns_ + c; }

  // Returns every edge of the board.
  EdgeSet all() const { return edges() == 64 ? ~EdgeSet{0} : (EdgeSet{1} << edges()) - 1; }

  // Returns the four edges of a box.
  EdgeSet sides(int box) const;

  // Returns the boxes on the two sides of an edge; -1 is the outside.
  std::array<int, 2> neighbours(int edge) const;

  // Returns the edges that border only one box.
  EdgeSet outer() const;

  Board transposed() const { return Board(columns_, rows_); }

  friend bool operator==(const Board&, const Board&) = default;

 private:
  int rows_;
  int columns_;
};

}  // namespace pipo
