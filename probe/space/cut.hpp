// The cut of a board into two halves and a seam.
//
// The board is turned so that it has n = min(R, C) columns and m = max(R, C) rows; r = m / 2,
// rounded down.
//
//     upper half   r rows of boxes without the horizontals below them
//     seam         m even: the n horizontals between the halves
//                  m odd: a row of boxes: n edges above, n + 1 verticals, n edges below
//     lower half   r rows, held upside down, so that both halves can use the same tables
//
// Each half touches the seam in its *border*, n edges, and only there. Where m is even both have
// the same border, which is all of the seam.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/half_index.hpp"

namespace pipo {

// The drawn edges of the seam. A line of edges: n bits. A row of boxes: the upper half's border in
// bits 0..n-1, the verticals in bits n..2n, the lower half's border in bits 2n+1..3n.
using SeamState = std::uint32_t;

// The two halves. In a section's matrix the lower half gives the rows, the upper half the columns.
enum class Side : int { lower = 0, upper = 1 };

// A position of the board turned as above, taken apart.
struct Parts {
  SeamState seam = 0;
  HalfConfiguration lower = 0;
  HalfConfiguration upper = 0;

  friend bool operator==(const Parts&, const Parts&) = default;
};

// The mirror images that respect the cut.
struct CutImage {
  bool swap = false;    // top-bottom: exchanges the halves
  bool mirror = false;  // left-right

  friend bool operator==(const CutImage&, const CutImage&) = default;
};

class Cut {
 public:
  // `start` are drawn edges of `board` that every position contains.
  explicit Cut(const Board& board, EdgeSet start = 0);

  // The board with rows >= columns on which the cut is made, and the start's edges there.
  const Board& turned() const { return turned_; }
  EdgeSet start() const { return start_; }

  int columns() const { return columns_; }
  int half_rows() const { return half_rows_; }
  bool has_box_row() const { return has_box_row_; }
  int seam_bits() const { return has_box_row_ ? 3 * columns_ + 1 : columns_; }
  SeamState seam_count() const { return SeamState{1} << seam_bits(); }

  // Edges of a position of `board` (as given to the constructor, or its transpose) on the turned
  // board.
  EdgeSet turn(const Board& board, EdgeSet edges) const;

  Parts split(EdgeSet turned) const;
  EdgeSet join(const Parts& parts) const;

  // Index on the turned board of bit `bit` of the seam.
  int seam_edge(int bit) const { return seam_edges_[bit]; }

  HalfShape half_shape(Side side) const;

  // The state of the border through which a half is joined to the seam.
  BorderState border(SeamState seam, Side side) const {
    if (!has_box_row_) return seam;
    return side == Side::upper ? seam & border_mask() : seam >> (2 * columns_ + 1);
  }
  // The seam edges (as seam bits) of a set of edges of that half's border.
  SeamState border_edges(BorderState border, Side side) const {
    return has_box_row_ && side == Side::lower ? border << (2 * columns_ + 1) : border;
  }
  BorderState border_mask() const { return (BorderState{1} << columns_) - 1; }

  // Boxes of the seam's own row, as sets of seam bits; none where it is a line of edges.
  const std::vector<SeamState>& seam_boxes() const { return seam_boxes_; }

  // Does it contain the start, have no box of its own with three sides, and merged outer edges?
  bool seam_allowed(SeamState seam) const;
  SeamState merge_seam(SeamState seam) const { return merged(seam, seam_groups_); }

  // The image of a seam, merged.
  SeamState image_of_seam(SeamState seam, CutImage image) const;

  // The images that fix the start, the identity first.
  const std::vector<CutImage>& images() const { return images_; }
  bool has_image(CutImage image) const;

 private:
  Board turned_;
  EdgeSet start_;
  int columns_;
  int half_rows_;
  bool has_box_row_;
  std::vector<int> seam_edges_;
  std::vector<SeamState> seam_boxes_;
  OuterGroups seam_groups_;  // of the seam's boxes, as seam bits
  SeamState seam_start_ = 0;
  std::vector<CutImage> images_;
};

}  // namespace pipo
