#include "probe/space/cut.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

constexpr EdgeSet low_bits(int count) {
  return (EdgeSet{1} << count) - 1;
}

Board turned_board(const Board& board) {
  return board.rows() >= board.columns() ? board : board.transposed();
}

}  // namespace

Cut::Cut(const Board& board, EdgeSet start)
    : turned_(turned_board(board)),
      start_(0),
      columns_(turned_.columns()),
      half_rows_(turned_.rows() / 2),
      has_box_row_(turned_.rows() % 2 == 1) {
  start_ = turn(board, start);
  const int n = columns_;
  for (int c = 0; c < n; ++c) seam_edges_.push_back(turned_.horizontal(half_rows_, c));
  if (has_box_row_) {
    for (int c = 0; c <= n; ++c) seam_edges_.push_back(turned_.vertical(half_rows_, c));
    for (int c = 0; c < n; ++c) seam_edges_.push_back(turned_.horizontal(half_rows_ + 1, c));
    for (int c = 0; c < n; ++c) {
      seam_boxes_.push_back(SeamState{1} << c | SeamState{3} << (n + c) |
                            SeamState{1} << (2 * n + 1 + c));
    }
    for (const auto& group : outer_groups(turned_, start_)) {
      std::vector<int> bits;
      for (int edge : group) {
        const auto found = std::find(seam_edges_.begin(), seam_edges_.end(), edge);
        if (found != seam_edges_.end())
          bits.push_back(static_cast<int>(found - seam_edges_.begin()));
      }
      // All outer edges of a box are in the seam, or all are in one half.
      if (bits.size() == group.size()) seam_groups_.push_back(std::move(bits));
    }
  }
  seam_start_ = split(start_).seam;
  for (const Image& image : images_fixing(turned_, start_)) {
    if (!image.transpose) images_.push_back({.swap = image.top_bottom, .mirror = image.left_right});
  }
  // If only a half turn maps the start to itself, its halves are each other's left-right image and
  // have different tables. That image is then not used.
  if (!has_image({.swap = true, .mirror = false})) {
    std::erase(images_, CutImage{.swap = true, .mirror = true});
  }
}

EdgeSet Cut::turn(const Board& board, EdgeSet edges) const {
  if (board == turned_) return edges;
  if (board.transposed() == turned_) return image_of_edges(board, Image{.transpose = true}, edges);
  throw BadInput(
      fmt::format("a position of {} does not belong on {}", board.name(), turned_.name()));
}

Parts Cut::split(EdgeSet turned) const {
  const int n = columns_;
  const int row_bits = 2 * n + 1;
  const EdgeSet horizontal_mask = low_bits(n);
  const EdgeSet vertical_mask = low_bits(n + 1);
  const int last = turned_.rows();
  const int first_vertical = turned_.horizontals();
  Parts parts;
  for (int i = 0; i < half_rows_; ++i) {
    const EdgeSet upper = (turned >> (first_vertical + i * (n + 1)) & vertical_mask) |
                          (turned >> (i * n) & horizontal_mask) << (n + 1);
    const EdgeSet lower = (turned >> (first_vertical + (last - 1 - i) * (n + 1)) & vertical_mask) |
                          (turned >> ((last - i) * n) & horizontal_mask) << (n + 1);
    parts.upper |= static_cast<HalfConfiguration>(upper << (i * row_bits));
    parts.lower |= static_cast<HalfConfiguration>(lower << (i * row_bits));
  }
  EdgeSet seam = turned >> (half_rows_ * n) & horizontal_mask;
  if (has_box_row_) {
    seam |= (turned >> (first_vertical + half_rows_ * (n + 1)) & vertical_mask) << n;
    seam |= (turned >> ((half_rows_ + 1) * n) & horizontal_mask) << (2 * n + 1);
  }
  parts.seam = static_cast<SeamState>(seam);
  return parts;
}

EdgeSet Cut::join(const Parts& parts) const {
  const int n = columns_;
  const int row_bits = 2 * n + 1;
  const EdgeSet horizontal_mask = low_bits(n);
  const EdgeSet vertical_mask = low_bits(n + 1);
  const int last = turned_.rows();
  const int first_vertical = turned_.horizontals();
  EdgeSet turned = 0;
  for (int i = 0; i < half_rows_; ++i) {
    const EdgeSet upper = parts.upper >> (i * row_bits);
    const EdgeSet lower = parts.lower >> (i * row_bits);
    turned |= (upper & vertical_mask) << (first_vertical + i * (n + 1));
    turned |= (upper >> (n + 1) & horizontal_mask) << (i * n);
    turned |= (lower & vertical_mask) << (first_vertical + (last - 1 - i) * (n + 1));
    turned |= (lower >> (n + 1) & horizontal_mask) << ((last - i) * n);
  }
  const EdgeSet seam = parts.seam;
  turned |= (seam & horizontal_mask) << (half_rows_ * n);
  if (has_box_row_) {
    turned |= (seam >> n & vertical_mask) << (first_vertical + half_rows_ * (n + 1));
    turned |= (seam >> (2 * n + 1) & horizontal_mask) << ((half_rows_ + 1) * n);
  }
  return turned;
}

HalfShape Cut::half_shape(Side side) const {
  const Parts parts = split(start_);
  return HalfShape{.columns = columns_,
                   .rows = half_rows_,
                   .start = side == Side::lower ? parts.lower : parts.upper,
                   .border_start = border(seam_start_, side)};
}

bool Cut::seam_allowed(SeamState seam) const {
  if ((seam & seam_start_) != seam_start_ || merge_seam(seam) != seam) return false;
  return std::none_of(seam_boxes_.begin(), seam_boxes_.end(),
                      [&](SeamState box) { return count_bits(seam & box) == 3; });
}

SeamState Cut::image_of_seam(SeamState seam, CutImage image) const {
  const int n = columns_;
  if (!has_box_row_) return image.mirror ? mirror_border(seam, n) : seam;
  BorderState above = seam & border_mask();
  BorderState verticals = seam >> n & ((1U << (n + 1)) - 1);
  BorderState below = seam >> (2 * n + 1);
  if (image.swap) std::swap(above, below);
  if (image.mirror) {
    above = mirror_border(above, n);
    verticals = mirror_border(verticals, n + 1);
    below = mirror_border(below, n);
  }
  return merge_seam(above | verticals << n | below << (2 * n + 1));
}

bool Cut::has_image(CutImage image) const {
  return std::find(images_.begin(), images_.end(), image) != images_.end();
}

}  // namespace pipo
