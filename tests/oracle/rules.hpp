// The rules of Dots-and-Boxes and nothing else, for the solvers that check the project.
//
// Shares no code with the project, only the numbering of the edges: horizontals first, row by row
// from the top, then verticals row by row; bit i of a position is set if edge i is drawn.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace oracle {

using Drawn = std::uint64_t;

class Rules {
 public:
  Rules(int rows, int columns) {
    const int horizontals = (rows + 1) * columns;
    const int edges = horizontals + rows * (columns + 1);
    if (rows < 1 || columns < 1 || edges > 64) throw std::invalid_argument("oracle: no such board");
    boxes_of_edge_.resize(static_cast<std::size_t>(edges));
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        const int left = horizontals + r * (columns + 1) + c;
        add_box({r * columns + c, (r + 1) * columns + c, left, left + 1});
      }
    }
  }

  int edges() const { return static_cast<int>(boxes_of_edge_.size()); }
  int boxes() const { return static_cast<int>(boxes_.size()); }
  Drawn full() const { return ~Drawn{0} >> (64 - edges()); }

  // The sets of four edges around each box.
  const std::vector<Drawn>& all_boxes() const { return boxes_; }

  // The sets of four edges around the boxes beside an edge; the second is empty if there is one.
  const std::array<Drawn, 2>& boxes_of_edge(int edge) const { return boxes_of_edge_[edge]; }

  // The edges beside one box only.
  Drawn outer() const {
    Drawn outer = 0;
    for (int edge = 0; edge < edges(); ++edge) {
      if (boxes_of_edge_[edge][1] == 0) outer |= Drawn{1} << edge;
    }
    return outer;
  }

  // Boxes completed by drawing an open edge.
  int captures(Drawn drawn, int edge) const {
    const Drawn after = drawn | Drawn{1} << edge;
    const auto [first, second] = boxes_of_edge_[edge];
    return ((after & first) == first) + (second != 0 && (after & second) == second);
  }

  // Boxes not yet completed.
  int boxes_left(Drawn drawn) const {
    int left = 0;
    for (const Drawn box : boxes_) left += (drawn & box) != box;
    return left;
  }

 private:
  void add_box(const std::array<int, 4>& sides) {
    Drawn box = 0;
    for (const int edge : sides) box |= Drawn{1} << edge;
    boxes_.push_back(box);
    for (const int edge : sides) boxes_of_edge_[edge][boxes_of_edge_[edge][0] != 0] = box;
  }

  std::vector<Drawn> boxes_;
  std::vector<std::array<Drawn, 2>> boxes_of_edge_;
};

}  // namespace oracle
