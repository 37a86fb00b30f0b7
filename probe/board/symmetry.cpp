#include "probe/board/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "probe/board/place.hpp"

namespace pipo {
namespace {

// Edges are stored as rows of bits: R+1 rows of C horizontals, then R rows of C+1 verticals. Flips
// move and reverse whole rows. Returns a mask of one row.
EdgeSet row_mask(int width) {
  return (EdgeSet{1} << width) - 1;
}

// Reverses the lowest `width` bits; a row has at most 22.
EdgeSet reversed(EdgeSet row, int width) {
  auto x = static_cast<std::uint32_t>(row);
  x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
  x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
  x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
  x = (x & 0x00ff00ffu) << 8 | (x >> 8 & 0x00ff00ffu);
  x = x << 16 | x >> 16;
  return x >> (32 - width);
}

// Flips `count` rows of `width` bits that begin at bit `from`.
EdgeSet flipped_rows(EdgeSet edges, int from, int count, int width, const Image& image) {
  EdgeSet result = 0;
  for (int i = 0; i < count; ++i) {
    EdgeSet row = edges >> (from + i * width) & row_mask(width);
    if (image.left_right) row = reversed(row, width);
    result |= row << (from + (image.top_bottom ? count - 1 - i : i) * width);
  }
  return result;
}

EdgeSet flipped(const Board& board, const Image& image, EdgeSet edges) {
  if (!image.left_right && !image.top_bottom) return edges;
  return flipped_rows(edges, 0, board.rows() + 1, board.columns(), image) |
         flipped_rows(edges, board.horizontals(), board.rows(), board.columns() + 1, image);
}

// Scatters one row of a board into a column of its transpose.
EdgeSet as_column(EdgeSet row, int first, int stride) {
  EdgeSet result = 0;
  for (; row != 0; row &= row - 1) {
    result |= EdgeSet{1} << (first + std::countr_zero(row) * stride);
  }
  return result;
}

EdgeSet transposed(const Board& board, EdgeSet edges) {
  const int rows = board.rows();
  const int columns = board.columns();
  const Board turned = board.transposed();
  EdgeSet result = 0;
  for (int r = 0; r <= rows; ++r) {
    const EdgeSet row = edges >> r * columns & row_mask(columns);
    result |= as_column(row, turned.horizontals() + r, rows + 1);
  }
  for (int r = 0; r < rows; ++r) {
    const EdgeSet row = edges >> (board.horizontals() + r * (columns + 1)) & row_mask(columns + 1);
    result |= as_column(row, r, rows);
  }
  return result;
}

}  // namespace

std::vector<Image> images(const Board& board) {
  std::vector<Image> result;
  for (const bool transpose : {false, true}) {
    if (transpose && board.rows() != board.columns()) continue;
    for (const bool top_bottom : {false, true}) {
      for (const bool left_right : {false, true}) {
        result.push_back({transpose, left_right, top_bottom});
      }
    }
  }
  return result;
}

int image_of_edge(const Board& board, const Image& image, int edge) {
  auto [horizontal, row, column] = place_of(board, edge);
  if (image.transpose) {
    std::swap(row, column);
    horizontal = !horizontal;
  }
  const Board turned = image.transpose ? board.transposed() : board;
  if (image.left_right) column = turned.columns() - (horizontal ? 1 : 0) - column;
  if (image.top_bottom) row = turned.rows() - (horizontal ? 0 : 1) - row;
  return edge_at(turned, {horizontal, row, column});
}

EdgeSet image_of_edges(const Board& board, const Image& image, EdgeSet edges) {
  if (!image.transpose) return flipped(board, image, edges);
  return flipped(board.transposed(), image, transposed(board, edges));
}

Position image_of(const Position& position, const Image& image) {
  const Board& board = position.board;
  Position result{image.transpose ? board.transposed() : board, {}};
  if (board.is_small()) {
    result.drawn = image_of_edges(board, image, position.drawn);
  } else {
    for (const int edge : position.drawn.members()) {
      result.drawn.insert(image_of_edge(board, image, edge));
    }
  }
  return result;
}

std::vector<Image> images_fixing(const Board& board, EdgeSet edges) {
  std::vector<Image> result;
  std::ranges::copy_if(images(board), std::back_inserter(result), [&](const Image& image) {
    return image_of_edges(board, image, edges) == edges;
  });
  return result;
}

}  // namespace pipo
