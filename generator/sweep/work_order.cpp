#include "generator/sweep/work_order.hpp"

#include <algorithm>
#include <utility>

namespace pipo {
namespace {

// Returns the seam's vertical edges as a number, the least among its images; 0 if the seam is a
// line.
SeamState vertical_edges(const Cut& cut, SeamState seam) {
  if (!cut.has_box_row()) return 0;
  const int n = cut.columns();
  SeamState least = cut.seam_count();
  for (const CutImage& image : cut.images()) {
    const SeamState verticals =
        cut.image_of_seam(seam, image) >> n & ((SeamState{1} << (n + 1)) - 1);
    least = std::min(least, verticals);
  }
  return least;
}

std::vector<SeamState> seams_in_order(const StateSpace& space) {
  std::vector<std::pair<SeamState, SeamState>> seams;
  for (const SeamState seam : space.representatives()) {
    seams.emplace_back(vertical_edges(space.cut(), seam), seam);
  }
  std::sort(seams.rbegin(), seams.rend());
  std::vector<SeamState> order;
  for (const auto& [verticals, seam] : seams) order.push_back(seam);
  return order;
}

}  // namespace

std::vector<TileNumber> order_of_work(const Tiling& tiling, const std::vector<bool>& made) {
  const StateSpace& space = tiling.space();
  const std::vector<SeamState> seams = seams_in_order(space);
  std::vector<TileNumber> order;
  for (int last = space.last_layer(); last >= space.first_layer(); last -= kBandLayers) {
    const int first = std::max(last - kBandLayers + 1, space.first_layer());
    for (const SeamState seam : seams) {
      for (int layer = last; layer >= first; --layer) {
        if (!made[static_cast<std::size_t>(layer)]) continue;
        for (const SectionKey& key : space.sections(layer, seam)) {
          const std::vector<TileNumber> tiles = tiling.tiles(key);
          order.insert(order.end(), tiles.begin(), tiles.end());
        }
      }
    }
  }
  return order;
}

}  // namespace pipo
