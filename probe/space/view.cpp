#include "probe/space/view.hpp"

#include <algorithm>

namespace pipo {
namespace {

PartsMap map_of(const Board& board, const Cut& cut, const Image& image) {
  std::vector<int> targets;
  for (int edge = 0; edge < board.edges(); ++edge) {
    targets.push_back(PartsMap::bit(cut, image_of_edge(board, image, edge)));
  }
  return {cut, targets};
}

}  // namespace

std::vector<Overlay> Overlay::all(const Board& board, const Cut& cut) {
  std::vector<Overlay> overlays;
  for (const bool transpose : {false, true}) {
    if ((transpose ? board.transposed() : board) != cut.turned()) continue;
    for (const bool top_bottom : {false, true}) {
      for (const bool left_right : {false, true}) {
        Overlay overlay{.image = {transpose, left_right, top_bottom}};
        for (int edge = 0; edge < board.edges(); ++edge) {
          const int turned = image_of_edge(board, overlay.image, edge);
          if (cut.start() >> turned & 1U) overlay.needed |= EdgeSet{1} << edge;
        }
        const bool known = std::ranges::any_of(
            overlays, [&](const Overlay& other) { return other.needed == overlay.needed; });
        if (!known) overlays.push_back(overlay);
      }
    }
  }
  return overlays;
}

View::View(const Board& board, const Cut& cut, const Image& image)
    : map_(map_of(board, cut, image)) {}

}  // namespace pipo
