#include "solve/sweep_cut.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

// Each open edge of the seam doubles the number of sections and makes them smaller; locating them
// then takes most of the time. Halves with similar numbers of drawn edges keep both half tables
// short. On random positions of 5x5 with 16 to 20 edges drawn, the better of both ways to cut the
// middle was up to 16 times as fast as the other one (docs/lab-notebook.md).
std::pair<int, int> sweep_work(const SweepCut& one) {
  const Parts parts = one.cut.split(one.cut.start());
  return {one.cut.seam_bits() - count_bits(parts.seam),
          std::abs(count_bits(parts.lower) - count_bits(parts.upper))};
}

bool less_work(const SweepCut& a, const SweepCut& b) {
  return sweep_work(a) < sweep_work(b);
}

}  // namespace

std::vector<SweepCut> sweep_cuts(const Position& start) {
  const Board& board = start.board;
  std::vector<SweepCut> middle;
  std::vector<SweepCut> beside;
  for (const bool transpose : {false, true}) {
    const Board turned = transpose ? board.transposed() : board;
    if (turned.rows() < turned.columns()) continue;
    for (const bool top_bottom : {false, true}) {
      const Image image{.transpose = transpose, .top_bottom = top_bottom};
      const EdgeSet drawn = image_of_edges(board, image, start.drawn);
      if (!top_bottom) middle.push_back({image, Cut(turned, drawn)});
      if (turned.rows() % 2 == 0 || turned.rows() == 1) continue;
      beside.push_back({image, Cut(turned, drawn, {.rows_above = turned.rows() / 2})});
    }
  }
  std::ranges::stable_sort(middle, less_work);
  std::ranges::move(beside, std::back_inserter(middle));
  return middle;
}

}  // namespace pipo
