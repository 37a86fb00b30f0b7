#include "search/window.hpp"

#include <algorithm>
#include <bit>

namespace pipo {
namespace {

// Returns the least number >= `value` with this parity.
int of_parity(int value, int parity) {
  return value + ((value ^ parity) & 1);
}

}  // namespace

Bounds search_window(DepthFirstSearch& search, EdgeSet drawn, const Window& window,
                     const std::function<void(const Bounds&)>& found) {
  Bounds known = search.remembered(drawn);
  const auto ask = [&](int at_least) {
    const Bounds answer = search.ask(drawn, at_least);
    known = {std::max(known.lower, answer.lower), std::min(known.upper, answer.upper)};
    if (found) found(known);
  };
  const int low = of_parity(window.low, known.lower);
  const int above = of_parity(window.high + 1, known.lower);
  if (known.lower < low && low <= known.upper) ask(low);
  // Narrows the bounds that remain, beginning near 0, where most values are.
  int next = of_parity(0, known.lower);
  while (!window.settles(known)) {
    next = std::clamp(next, known.lower + 2, std::min(known.upper, above));
    ask(next);
    next = known.lower >= next ? known.lower + 2 : known.upper;
  }
  return known;
}

std::optional<int> remembered_move(const DepthFirstSearch& search, EdgeSet drawn, int at_least) {
  const Board& board = search.board();
  for (EdgeSet open = board.all() & ~drawn; open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const Bounds after = search.remembered(drawn | EdgeSet{1} << edge);
    if (bounds_of_move(completed_boxes(board, drawn, edge), after).lower >= at_least) return edge;
  }
  return {};
}

}  // namespace pipo
