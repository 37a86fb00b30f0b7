// The geometry of an R x C board: which edges surround which box.
//
// Edges are numbered as in OpenSpiel's Dots-and-Boxes strings ("DBN"): horizontals first, row by
// row from the top, then verticals row by row. Boxes are numbered row by row. Row 0 is the top.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "pipopipette/export.h"

namespace pipo {

// A set of edges of a board with at most 64 edges. Bit i is the edge with DBN index i. IndexSet
// (index_set.hpp) has the edges of any board.
using EdgeSet = std::uint64_t;

// A set of boxes of a board with at most 64 edges. Bit i is box i = r * columns + c.
using BoxSet = std::uint64_t;

// The most edges of a small board. Tables, sweeps, EdgeSet and BoxSet support only these boards.
// The largest of them are 5x5, 4x6, 3x8, 2x12 and 1x21.
constexpr int kSmallBoardEdges = 64;

// The most boxes of a small board, those of 5x5.
constexpr int kSmallBoardBoxes = 25;

// The most rows and columns of any other board.
constexpr int kLargestSide = 20;

// The most edges and boxes of any board, those of 20x20.
constexpr int kMaximumEdges = 2 * kLargestSide * (kLargestSide + 1);
constexpr int kMaximumBoxes = kLargestSide * kLargestSide;

// No value of any board is beyond this number and its negative.
constexpr int kMaximumValue = kMaximumBoxes;

// A rectangle of boxes: at most 20 rows and 20 columns, or at most 64 edges. A board is cheap to
// copy. Two boards are equal if their dimensions are; boards are ordered by rows, then by columns,
// and can be hashed.
class PIPOPIPETTE_API Board {
 public:
  // The board 1x1.
  Board() = default;

  // Requires rows >= 1, columns >= 1, and at most 20 rows and 20 columns or at most 64 edges;
  // throws BadInput otherwise.
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

  // The members below that take a row, column, box or edge throw BadInput if it is outside of the
  // range given here.

  // Returns the DBN index of the edge above box (r, c); 0 <= r <= rows, 0 <= c < columns.
  int horizontal(int r, int c) const {
    expect_place("horizontal edge", r, rows_, c, columns_ - 1);
    return r * columns_ + c;
  }
  // Returns the DBN index of the edge left of box (r, c); 0 <= r < rows, 0 <= c <= columns.
  int vertical(int r, int c) const {
    expect_place("vertical edge", r, rows_ - 1, c, columns_);
    return horizontals() + r * (columns_ + 1) + c;
  }
  // Returns the number of the box in row r and column c; 0 <= r < rows, 0 <= c < columns.
  int box(int r, int c) const {
    expect_place("box", r, rows_ - 1, c, columns_ - 1);
    return r * columns_ + c;
  }

  // Returns whether the board has at most 64 edges.
  bool is_small() const { return edges() <= kSmallBoardEdges; }

  // Throws BadInput, which names the board, if it has more than 64 edges.
  void expect_small() const {
    if (!is_small()) refuse_large();
  }

  // Returns every edge of a board with at most 64 edges; throws BadInput for a larger one.
  EdgeSet all() const {
    const int count = edges();
    if (count < kSmallBoardEdges) return (EdgeSet{1} << count) - 1;
    expect_small();
    return ~EdgeSet{0};
  }

  // Returns the four edges of a box; 0 <= box < boxes. Throws BadInput beyond 64 edges.
  EdgeSet sides(int box) const;

  // Returns the edges above, below, left and right of a box; 0 <= box < boxes.
  std::array<int, 4> edges_of(int box) const;

  // Returns the boxes on the two sides of an edge, 0 <= edge < edges; -1 is the outside.
  std::array<int, 2> neighbours(int edge) const;

  // Returns the edges that border only one box. Throws BadInput beyond 64 edges.
  EdgeSet outer() const;

  Board transposed() const { return Board(columns_, rows_); }

  friend auto operator<=>(const Board&, const Board&) = default;

 private:
  void expect_place(const char* what, int r, int last_row, int c, int last_column) const {
    if (r < 0 || r > last_row || c < 0 || c > last_column) {
      refuse_place(what, r, last_row, c, last_column);
    }
  }
  [[noreturn]] void refuse_place(const char* what, int r, int last_row, int c,
                                 int last_column) const;
  [[noreturn]] void refuse_large() const;

  int rows_ = 1;
  int columns_ = 1;
};

}  // namespace pipo

template <>
struct std::hash<pipo::Board> {
  std::size_t operator()(const pipo::Board& board) const noexcept {
    return static_cast<std::size_t>(board.rows() * pipo::kSmallBoardEdges + board.columns());
  }
};
