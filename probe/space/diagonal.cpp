#include "probe/space/diagonal.hpp"

#include <algorithm>
#include <vector>

#include "probe/board/incidence.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

std::optional<Diagonal> Diagonal::of(const Cut& cut) {
  const Board& board = cut.turned();
  if (board.rows() != board.columns()) return std::nullopt;
  // Quarter turns also exchange rows and columns, but are not their own inverse.
  for (const bool other : {false, true}) {
    const Image image{.transpose = true, .left_right = other, .top_bottom = other};
    if (image_of_edges(board, image, cut.start()) != cut.start()) continue;
    EdgeSet horizontals = 0;
    EdgeSet verticals = 0;
    std::vector<int> targets(static_cast<std::size_t>(board.edges()));
    for (int edge = 0; edge < board.edges(); ++edge) {
      const auto from = static_cast<std::size_t>(PartsMap::bit(cut, edge));
      targets[from] = PartsMap::bit(cut, image_of_edge(board, image, edge));
      const auto& boxes = incidence(board).boxes[edge];
      if (std::find(boxes.begin(), boxes.end(), kOutside) != boxes.end()) continue;
      (edge < board.horizontals() ? horizontals : verticals) |= EdgeSet{1} << from;
    }
    return Diagonal(PartsMap(cut, targets), horizontals, verticals);
  }
  return std::nullopt;
}

}  // namespace pipo
