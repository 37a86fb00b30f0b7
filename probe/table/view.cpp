#include "probe/table/view.hpp"

#include <algorithm>
#include <bit>

namespace pipo {
namespace {

// The bit that stands for an edge of the turned board in the mapped position.
int part_bit(const Cut& cut, int turned_edge, int half_bits) {
  const Parts parts = cut.split(EdgeSet{1} << turned_edge);
  if (parts.lower != 0) return std::countr_zero(parts.lower);
  if (parts.upper != 0) return half_bits + std::countr_zero(parts.upper);
  return 2 * half_bits + std::countr_zero(parts.seam);
}

}  // namespace

std::vector<View> View::all(const Board& board, const Cut& cut) {
  std::vector<View> views;
  const int half_bits = cut.half_shape(Side::lower).bits();
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
          targets.push_back(part_bit(cut, turned, half_bits));
        }
        const bool known = std::any_of(views.begin(), views.end(),
                                       [&](const View& view) { return view.needed_ == needed; });
        if (!known) views.push_back(View(needed, half_bits, EdgeMap(targets)));
      }
    }
  }
  return views;
}

int View::start_edges() const {
  return std::popcount(needed_);
}

}  // namespace pipo
