#include "probe/space/view.hpp"

#include <algorithm>

#include "probe/base/count_bits.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

std::vector<View> View::all(const Board& board, const Cut& cut) {
  std::vector<View> views;
  for (const bool transpose : {false, true}) {
    if ((transpose ? board.transposed() : board) != cut.turned()) continue;
    for (const bool top_bottom : {false, true}) {
      for (const bool left_right : {false, true}) {
        const Image image{transpose, left_right, top_bottom};
        EdgeSet needed = 0;
        std::vector<int> targets;
        for (int edge = 0; edge < board.edges(); ++edge) {
          const int turned = image_of_edge(board, image, edge);
          if (cut.start() >> turned & 1U) needed |= EdgeSet{1} << edge;
          targets.push_back(PartsMap::bit(cut, turned));
        }
        const bool known = std::any_of(views.begin(), views.end(),
                                       [&](const View& view) { return view.needed_ == needed; });
        if (!known) views.push_back(View(needed, PartsMap(cut, targets)));
      }
    }
  }
  return views;
}

int View::start_edges() const {
  return count_bits(needed_);
}

}  // namespace pipo
