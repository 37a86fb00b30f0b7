#include "theory/edge_components.hpp"

#include <algorithm>
#include <bit>

#include "probe/board/symmetry.hpp"

namespace pipo::theory {
namespace {

EdgeMap image_map(const Board& board, const Image& image) {
  std::vector<int> targets;
  for (int edge = 0; edge < board.edges(); ++edge) {
    targets.push_back(image_of_edge(board, image, edge));
  }
  return EdgeMap(targets);
}

}  // namespace

EdgeComponents::EdgeComponents(const Board& board)
    : board_(board), outer_groups_(outer_groups(board)) {
  for (int edge = 0; edge < board.edges(); ++edge) {
    for (const int box : board.neighbours(edge)) {
      if (box >= 0) around_[edge] |= board.sides(box);
    }
  }
  for (const Image& each : images(board)) {
    if (each != Image{}) images_.push_back(image_map(board, each));
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
  const auto with_open_merged = [this](EdgeSet edges) {
    return board_.all() & ~merged(board_.all() & ~edges, outer_groups_);
  };
  EdgeSet least = with_open_merged(open);
  for (const EdgeMap& image : images_) least = std::min(least, with_open_merged(image(open)));
  return least;
}

}  // namespace pipo::theory
