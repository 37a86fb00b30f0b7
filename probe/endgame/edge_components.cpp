#include "probe/endgame/edge_components.hpp"

#include <algorithm>
#include <bit>

#include "probe/board/outer.hpp"

namespace pipo::endgame {

EdgeComponents::EdgeComponents(const Board& board) : board_(board) {
  for (int edge = 0; edge < board.edges(); ++edge) {
    for (const int box : board.neighbours(edge)) {
      if (box >= 0) around_[edge] |= board.sides(box);
    }
  }
  for (const Image& each : images(board)) {
    if (each != Image{}) images_.push_back(byte_table(each));
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
  for (const ByteTable& table : images_) least = std::min(least, merged(apply(table, open)));
  return least;
}

EdgeComponents::ByteTable EdgeComponents::byte_table(const Image& image) const {
  ByteTable table(static_cast<std::size_t>(board_.edges() + 7) / 8);
  for (int edge = 0; edge < board_.edges(); ++edge) {
    std::array<EdgeSet, 256>& byte = table[static_cast<std::size_t>(edge) / 8];
    const EdgeSet to = EdgeSet{1} << image_of_edge(board_, image, edge);
    for (std::size_t set = 0; set < byte.size(); ++set) {
      if ((set >> (edge % 8) & 1) != 0) byte[set] |= to;
    }
  }
  return table;
}

EdgeSet EdgeComponents::apply(const ByteTable& image, EdgeSet edges) {
  EdgeSet result = 0;
  for (std::size_t byte = 0; edges != 0; ++byte, edges >>= 8) result |= image[byte][edges & 255];
  return result;
}

}  // namespace pipo::endgame
