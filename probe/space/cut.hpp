// The cut of a board into two halves and a seam.
//
// The board is turned (transposed if necessary) so that it has n = min(R, C) columns and m =
// max(R, C) rows.
//
//     upper half   rows of boxes without the horizontals below them
//     seam         a line: the n horizontals between the halves
//                  or a row of boxes: n edges above, n + 1 verticals, n edges below
//     lower half   rows, stored upside down, so that equal halves can use the same tables
//
// Each half touches the seam only in its *border*, n edges. If the seam is a line, both halves have
// the same border, which is the whole seam.
//
// In tables the seam is in the middle: a line if m is even, else a row of boxes. A sweep without
// files may also use a line beside the middle. That makes far fewer sections, but a larger half.
#pragma once

#include <cstdint>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/half_index.hpp"

namespace pipo {

// The drawn edges of the seam. If the seam is a line of edges it has n bits. If it is a row of
// boxes, the upper half's border is in bits 0..n-1, the verticals are in bits n..2n, and the lower
// half's border is in bits 2n+1..3n.
using SeamState = std::uint32_t;

// The two halves. In a section's matrix the rows are configurations of the lower half, the columns
// those of the upper half.
enum class Side : int { lower = 0, upper = 1 };

// A position of the turned board, split into its parts.
struct Parts {
  SeamState seam = 0;
  HalfConfiguration lower = 0;
  HalfConfiguration upper = 0;

  friend bool operator==(const Parts&, const Parts&) = default;
};

// A mirror image that respects the cut.
struct CutImage {
  bool swap = false;    // top-bottom: exchanges the halves
  bool mirror = false;  // left-right

  friend bool operator==(const CutImage&, const CutImage&) = default;
};

// The place of the seam on a turned board.
struct CutPlace {
  int rows_above = 0;    // rows of boxes in the upper half
  bool box_row = false;  // whether the seam is a row of boxes, not a line

  friend bool operator==(const CutPlace&, const CutPlace&) = default;
};

class Cut {
 public:
  // `start` is the set of drawn edges of `board` that every position contains. The seam is in the
  // middle.
  explicit Cut(const Board& board, EdgeSet start = 0);

  // With the seam at `place`, which leaves at least one row of boxes in each half.
  Cut(const Board& board, EdgeSet start, CutPlace place);

  // The turned board, with rows >= columns, and the start's edges on it.
  const Board& turned() const { return turned_; }
  EdgeSet start() const { return start_; }

  int columns() const { return columns_; }
  int half_rows(Side side) const {
    return side == Side::upper ? place_.rows_above
                               : turned_.rows() - place_.rows_above - (place_.box_row ? 1 : 0);
  }
  bool has_box_row() const { return place_.box_row; }
  int seam_bits() const { return has_box_row() ? 3 * columns_ + 1 : columns_; }
  SeamState seam_count() const { return SeamState{1} << seam_bits(); }

  // Maps edges of `board`, which is the constructor's board or its transpose, to the turned board.
  // Throws BadInput for any other board.
  EdgeSet turn(const Board& board, EdgeSet edges) const;

  Parts split(EdgeSet turned) const;
  EdgeSet join(const Parts& parts) const;

  HalfShape half_shape(Side side) const;

  // Returns the state of a half's border.
  BorderState border(SeamState seam, Side side) const {
    if (!has_box_row()) return seam;
    return side == Side::upper ? seam & border_mask() : seam >> (2 * columns_ + 1);
  }
  // Returns a set of edges of a half's border as seam bits.
  SeamState border_edges(BorderState border, Side side) const {
    return has_box_row() && side == Side::lower ? border << (2 * columns_ + 1) : border;
  }
  BorderState border_mask() const { return (BorderState{1} << columns_) - 1; }

  // The boxes of the seam as sets of seam bits; none if the seam is a line of edges.
  const std::vector<SeamState>& seam_boxes() const { return seam_boxes_; }

  // True if the seam contains the start, has no box of its own with exactly three sides drawn, and
  // has merged outer edges.
  bool seam_allowed(SeamState seam) const;
  SeamState merge_seam(SeamState seam) const { return merged(seam, seam_groups_); }

  // Returns the image of a seam, with merged outer edges.
  SeamState image_of_seam(SeamState seam, CutImage image) const;

  // The images that map the start to itself, the identity first.
  const std::vector<CutImage>& images() const { return images_; }
  bool has_image(CutImage image) const;

 private:
  Board turned_;
  EdgeSet start_;
  int columns_;
  CutPlace place_;
  std::vector<int> seam_edges_;
  std::vector<SeamState> seam_boxes_;
  OuterGroups seam_groups_;  // the outer edges of the seam's boxes, as seam bits
  SeamState seam_start_ = 0;
  std::vector<CutImage> images_;
};

}  // namespace pipo
