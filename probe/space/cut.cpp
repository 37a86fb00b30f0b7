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

CutPlace middle_of(const Board& turned) {
  return {.rows_above = turned.rows() / 2, .box_row = turned.rows() % 2 == 1};
}

}  // namespace

Cut::Cut(const Board& board, EdgeSet start) : Cut(board, start, middle_of(turned_board(board))) {}

Cut::Cut(const Board& board, EdgeSet start, CutPlace place)
    : turned_(turned_board(board)), start_(0), columns_(turned_.columns()), place_(place) {
  start_ = turn(board, start);
  const int n = columns_;
  const int above = place_.rows_above;
  for (int c = 0; c < n; ++c) seam_edges_.push_back(turned_.horizontal(above, c));
  if (place_.box_row) {
    for (int c = 0; c <= n; ++c) seam_edges_.push_back(turned_.vertical(above, c));
    for (int c = 0; c < n; ++c) seam_edges_.push_back(turned_.horizontal(above + 1, c));
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
    if (image.transpose) continue;
    if (image.top_bottom && half_rows(Side::lower) != half_rows(Side::upper)) continue;
    images_.push_back({.swap = image.top_bottom, .mirror = image.left_right});
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
  const int above = place_.rows_above;
  const int last = turned_.rows();
  const int first_vertical = turned_.horizontals();
  // The edges of a row of boxes, with the horizontals of one of its lines.
  const auto row = [&](int boxes, int line) {
    return (turned >> (first_vertical + boxes * (n + 1)) & low_bits(n + 1)) |
           (turned >> (line * n) & low_bits(n)) << (n + 1);
  };
  Parts parts;
  for (int i = 0; i < half_rows(Side::upper); ++i) parts.upper |= row(i, i) << (i * row_bits);
  for (int i = 0; i < half_rows(Side::lower); ++i) {
    parts.lower |= row(last - 1 - i, last - i) << (i * row_bits);
  }
  EdgeSet seam = turned >> (above * n) & low_bits(n);
  if (place_.box_row) seam |= row(above, above + 1) << n;
  parts.seam = static_cast<SeamState>(seam);
  return parts;
}

EdgeSet Cut::join(const Parts& parts) const {
  const int n = columns_;
  const int row_bits = 2 * n + 1;
  const int above = place_.rows_above;
  const int last = turned_.rows();
  const int first_vertical = turned_.horizontals();
  // As in split().
  const auto joined = [&](EdgeSet row, int boxes, int line) {
    return (row & low_bits(n + 1)) << (first_vertical + boxes * (n + 1)) |
           (row >> (n + 1) & low_bits(n)) << (line * n);
  };
  EdgeSet turned = (parts.seam & low_bits(n)) << (above * n);
  for (int i = 0; i < half_rows(Side::upper); ++i) {
    turned |= joined(parts.upper >> (i * row_bits), i, i);
  }
  for (int i = 0; i < half_rows(Side::lower); ++i) {
    turned |= joined(parts.lower >> (i * row_bits), last - 1 - i, last - i);
  }
  if (place_.box_row) turned |= joined(parts.seam >> n, above, above + 1);
  return turned;
}

HalfShape Cut::half_shape(Side side) const {
  const Parts parts = split(start_);
  return HalfShape{.columns = columns_,
                   .rows = half_rows(side),
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
  if (!place_.box_row) return image.mirror ? mirror_border(seam, n) : seam;
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
