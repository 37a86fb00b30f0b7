#include "solve/oriented_start.hpp"

#include <cstdlib>
#include <utility>

#include "probe/base/count_bits.hpp"
#include "probe/space/cut.hpp"

namespace pipo {
namespace {

// Each open edge of the seam doubles the number of sections and makes them smaller; locating them
// then takes most of the time. Halves with similar numbers of drawn edges keep both half tables
// short. On random positions of 5x5 with 16 to 20 edges drawn, the better orientation was up to 16
// times as fast as the other one (docs/lab-notebook.md).
std::pair<int, int> sweep_work(const Position& start) {
  const Cut cut(start.board, start.drawn);
  const Parts parts = cut.split(cut.start());
  return {cut.seam_bits() - count_bits(parts.seam),
          std::abs(count_bits(parts.lower) - count_bits(parts.upper))};
}

}  // namespace

OrientedStart orient_for_sweep(const Position& start) {
  const Board& board = start.board;
  if (board.rows() < board.columns()) return {start, false};
  const OrientedStart other{image_of(start, kTranspose), true};
  if (board.rows() > board.columns()) return other;
  return sweep_work(other.start) < sweep_work(start) ? other : OrientedStart{start, false};
}

}  // namespace pipo
