// Null-window search: questions of the form "is the value at least b?", whatever represents the
// positions. The searches on boards (depth_first.hpp) and on graphs (sum_search.hpp) share the
// handling of bounds, of handouts, of the order of moves and of windows.
//
// A search answers a question with a bound (fail-soft): a lower bound if it is at least `at_least`,
// otherwise an upper bound. A value and its bounds have the parity of the boxes that are left.
// `at_least` must have this parity, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>

#include "pipopipette/bounds.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

// Thrown when the function that a search polls returns true. The search remains usable and keeps
// what it has found.
struct SearchStopped {};

inline Bounds both(const Bounds& one, const Bounds& other) {
  return {std::max(one.lower, other.lower), std::min(one.upper, other.upper)};
}

inline Bounds for_opponent(const Bounds& bounds) {
  return {-bounds.upper, -bounds.lower};
}

// Returns the least number >= `value` with this parity.
inline int of_parity(int value, int parity) {
  return value + ((value ^ parity) & 1);
}

// Returns the least value that a handout leaves certain, for a rest of this parity: the larger of w
// and -h - w is at least -h / 2, and has the parity of w.
inline int certain_value(Handout handout, int parity) {
  return -static_cast<int>(handout) / 2 + (parity & 1);
}

// Returns the bounds of a position with this settlement, given those of the quiet position to which
// it settles (identity A of settle.hpp).
inline Bounds bounds_before(const Settlement& settlement, const Bounds& quiet) {
  const int k = settlement.captured;
  if (settlement.handout == Handout::none) return {k + quiet.lower, k + quiet.upper};
  const int h = static_cast<int>(settlement.handout);
  const int certain = certain_value(settlement.handout, quiet.lower);
  return {k + std::max({quiet.lower, -h - quiet.upper, certain}),
          k + std::max(quiet.upper, -h - quiet.lower)};
}

// Returns a bound of the value of a move of a quiet position (identity B of settle.hpp): the
// opponent takes all boxes that it offers and then makes w, the value of what remains, or hands
// back the last of them and makes -h - w. `rest` boxes remain. bound(b) answers whether w is at
// least b.
template <typename Bound>
int bound_of_offer(const Settlement& offer, int rest, int at_least, Bound&& bound) {
  const int k = offer.captured;
  const int enough = 2 - at_least - k;  // the least w that makes the move worth too little
  if (offer.handout == Handout::none) return -(k + bound(enough));
  const int certain = certain_value(offer.handout, rest);
  if (certain >= enough) return -(k + certain);
  const int w = bound(enough);
  if (w >= enough) return -(k + w);
  const int c = -static_cast<int>(offer.handout);
  const int low = bound(c - enough + 2);
  if (low <= c - enough) return -(k + c - low);
  return -(k + std::max(w, c - low));
}

// Asks whether a position with this settlement is worth at least `at_least`. `quiet` are the known
// bounds of the position to which it settles; ask(b) narrows them by the question whether that one
// is worth at least b. Returns the bounds that follow.
template <typename Ask>
Bounds ask_settled(const Settlement& settlement, int at_least, Bounds& quiet, Ask&& ask) {
  const auto narrow = [&](int enough) {
    if (enough > quiet.lower && enough <= quiet.upper) quiet = both(quiet, ask(enough));
  };
  // The value suffices if taking all boxes does, or if handing back the last ones does.
  const int enough = at_least - settlement.captured;
  narrow(enough);
  if (settlement.handout != Handout::none && quiet.lower < enough) {
    narrow(2 - static_cast<int>(settlement.handout) - enough);
  }
  return bounds_before(settlement, quiet);
}

// The moves of a position from `first` on that are left to search, and a bound of the others.
struct Sifted {
  std::size_t count = 0;
  int best = 0;  // the largest upper bound of the removed moves
};

// Removes the moves whose known upper bound is below `at_least` and sorts the others by rank, the
// highest first. `left` boxes remain. If some move is known to be worth `at_least`, only that move
// remains. bounds(move) returns the known bounds of a move's value.
template <typename Iterator, typename KnownBounds>
Sifted sift(Iterator first, Iterator last, int left, int at_least, KnownBounds&& bounds) {
  Sifted result{0, -left};
  for (Iterator one = first; one != last; ++one) {
    const auto [lower, upper] = bounds(*one);
    if (lower >= at_least) {
      *first = *one;
      result.count = 1;
      return result;
    }
    if (upper < at_least) {
      result.best = std::max(result.best, upper);
    } else {
      first[static_cast<std::ptrdiff_t>(result.count++)] = *one;
    }
  }
  std::sort(first, std::next(first, static_cast<std::ptrdiff_t>(result.count)),
            [](const auto& one, const auto& other) { return one.rank > other.rank; });
  return result;
}

// Narrows bounds until they settle the window. `known` holds already. `ask` returns bounds after
// the question whether the value is at least its argument, and may throw to end the search. It is
// asked few questions if `guess` is near the value.
template <typename Ask>
Bounds narrowed(Bounds known, const Window& window, int guess, Ask&& ask) {
  const int low = of_parity(window.low, known.lower);
  const int above = of_parity(window.high + 1, known.lower);
  int next = of_parity(guess, known.lower);
  // As long as all answers point the same way, the steps double: the guess may be far off.
  int step = 0;
  while (!window.settles(known)) {
    next = std::clamp(next, std::max(known.lower + 2, low), std::min(known.upper, above));
    known = both(known, ask(next));
    const bool yes = known.lower >= next;
    const bool same_way = yes ? step >= 0 : step <= 0;
    step = (yes ? 2 : -2) * (same_way ? std::max(std::abs(step), 1) : 1);
    next = yes ? known.lower + step : known.upper + step + 2;
  }
  return known;
}

}  // namespace pipo
