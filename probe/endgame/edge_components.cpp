#include "probe/endgame/edge_components.hpp"

#include <algorithm>
#include <bit>

#include "probe/board/outer.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo::endgame {

EdgeComponents::EdgeComponents(const Board& board) : board_(board) {
  for (int edge = 0; edge < board.edges(); ++edge) {
    for (const int box : board.neighbours(edge)) {
      if (box >= 0) around_[edge] |= board.sides(box);
    }
  }
  for (const Image& each : images(board)) {
    if (each == Image{}) continue;
    std::array<int, kMaximumEdges> to{};
    for (int edge = 0; edge < board.edges(); ++edge) to[edge] = image_of_edge(board, each, edge);
    images_.push_back(byte_table(to));
  }
}

EdgeSet EdgeComponents::connected(EdgeSet open, int edge) const {
  EdgeSet found = EdgeSet{1} << edge;
  for (EdgeSet fresh = found; fresh != 0;) {
    const EdgeSet more = around_[std::countr_zero(fresh)] & open & ~found;
    found |= more;
    fresh = (fresh & (fresh - 1)) | more;
  }
  return found;
}

EdgeSet EdgeComponents::canonical(EdgeSet open) const {
  const auto merged = [this](EdgeSet edges) {
    return board_.all() & ~merge_outer(board_, board_.all() & ~edges);
  };
  EdgeSet least = merged(open);
  for (const ByteTable& table : images_) least = std::min(least, merged(image(table, open)));
  return least;
}

EdgeComponents::ByteTable EdgeComponents::byte_table(const std::array<int, kMaximumEdges>& image) {
  ByteTable table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    for (std::size_t set = 1; set < table[byte].size(); ++set) {
      const std::size_t lowest = static_cast<std::size_t>(std::countr_zero(set));
      table[byte][set] = table[byte][set & (set - 1)] | EdgeSet{1} << image[byte * 8 + lowest];
    }
  }
  return table;
}

EdgeSet EdgeComponents::image(const ByteTable& table, EdgeSet edges) const {
  EdgeSet result = 0;
  for (std::size_t byte = 0; edges != 0; ++byte, edges >>= 8) result |= table[byte][edges & 255];
  return result;
}

}  // namespace pipo::endgame
