#include "search/graph_solver.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "pipopipette/error.hpp"
#include "search/answer.hpp"
#include "search/null_window.hpp"

namespace pipo::graph {
namespace {

// The share of the memory for nim-values.
constexpr std::size_t kNimShare = 4;

void check(const Graph& graph, const EdgeFlags& open) {
  if (open.size() != static_cast<std::size_t>(graph.edges())) {
    throw BadInput("a position needs one flag for each edge of the graph");
  }
}

// Returns the question to the position after a move that answers whether the move is in a window.
Window after_move(int captures, const Window& window) {
  if (captures > 0) return {window.low - captures, window.high - captures};
  return {-window.high, -window.low};
}

bool asks_to_stop(const Stop& stopped) {
  return stopped && stopped();
}

EdgeFlags without(EdgeFlags open, int edge) {
  open[edge] = false;
  return open;
}

}  // namespace

bool Result::complete() const {
  return value.exact() &&
         std::ranges::all_of(moves, [](const Move& one) { return one.value.exact(); });
}

Solver::Solver(Graph graph, std::size_t memory_bytes, int most_strings_of_a_part)
    : graph_(std::move(graph)),
      decomposition_(most_strings_of_a_part),
      search_(decomposition_, memory_bytes - memory_bytes / kNimShare),
      nim_search_(decomposition_, memory_bytes / kNimShare) {}

Bounds Solver::quiet_value(const EdgeFlags& quiet, int guess, const Stop& stopped) {
  const auto sum = decomposition_.sum_of(graph_, quiet);
  if (!sum) {
    const int left = boxes_left(graph_, quiet);
    return {-left, left};
  }
  try {
    if (asks_to_stop(stopped)) return search_.remembered(*sum);
    return Bounds::only(search_.value(*sum, guess, stopped));
  } catch (const SearchStopped&) {
    return search_.remembered(*sum);
  }
}

Bounds Solver::value(const Settled& settled, int guess, const Stop& stopped) {
  return bounds_before(settled.settlement(), quiet_value(settled.open, guess, stopped));
}

Bounds Solver::value(const EdgeFlags& open, const Stop& stopped) {
  check(graph_, open);
  return value(settle(graph_, open), 0, stopped);
}

Result Solver::solve(const EdgeFlags& open, const Stop& stopped) {
  check(graph_, open);
  Result result;
  result.value = value(settle(graph_, open), 0, stopped);
  // Moves that settle alike have the same value. It is near that of the position.
  std::map<EdgeFlags, Bounds> quiet;
  int guess = -result.value.lower;
  for (int edge = 0; edge < graph_.edges(); ++edge) {
    if (!open[edge]) continue;
    const Settled after = settle(graph_, without(open, edge));
    const auto [found, is_new] = quiet.try_emplace(after.open);
    if (is_new) found->second = quiet_value(after.open, guess, stopped);
    if (found->second.exact()) guess = found->second.lower;
    const int captures = completed_boxes(graph_, open, edge);
    result.moves.push_back(
        {edge, captures,
         bounds_of_move(captures, bounds_before(after.settlement(), found->second))});
  }
  // The bounds of the moves give bounds of the position.
  if (!result.moves.empty() && !result.value.exact()) {
    Bounds best = result.moves.front().value;
    for (const Move& one : result.moves) {
      best = {std::max(best.lower, one.value.lower), std::max(best.upper, one.value.upper)};
    }
    result.value = both(result.value, best);
  }
  for (const Move& one : result.moves) {
    if (result.value.exact() && one.value == result.value) result.best.push_back(one.edge);
  }
  return result;
}

Bounds Solver::known(const Settled& settled) {
  const auto sum = decomposition_.sum_of(graph_, settled.open);
  if (sum) return bounds_before(settled.settlement(), search_.remembered(*sum));
  const int left = boxes_left(graph_, settled.open);
  return bounds_before(settled.settlement(), {-left, left});
}

Bounds Solver::bound(const Settled& settled, const Window& window, const Stop& stopped,
                     const std::function<void(const Bounds&)>& found) {
  const auto sum = decomposition_.sum_of(graph_, settled.open);
  if (!sum) return known(settled);
  Bounds quiet = search_.remembered(*sum);
  const auto ask_quiet = [&](int at_least) {
    if (asks_to_stop(stopped)) throw SearchStopped();
    return search_.ask(*sum, at_least, stopped);
  };
  const auto ask = [&](int at_least) {
    const Bounds bounds = ask_settled(settled.settlement(), at_least, quiet, ask_quiet);
    if (found) found(bounds);
    return bounds;
  };
  try {
    return narrowed(bounds_before(settled.settlement(), quiet), window, 0, ask);
  } catch (const SearchStopped&) {
    return bounds_before(settled.settlement(), quiet);
  }
}

// Bounds of the moves give bounds of a position that is too large to be searched, or whose search
// was stopped: then those that are known.
Bounds Solver::bound_by_moves(const EdgeFlags& open, const Window& window, const Stop& stopped) {
  std::optional<Bounds> best;
  for (int edge = 0; edge < graph_.edges(); ++edge) {
    if (!open[edge]) continue;
    // Values up to the best move's lower bound need not be told apart.
    const Window asked{best ? std::max(window.low, best->lower + 1) : window.low, window.high};
    if (best && (asked.low > asked.high + 1 || asks_to_stop(stopped))) {
      return {best->lower, boxes_left(graph_, open)};
    }
    const int captures = completed_boxes(graph_, open, edge);
    const Bounds value = bounds_of_move(captures, bound(settle(graph_, without(open, edge)),
                                                        after_move(captures, asked), stopped, {}));
    best = best ? Bounds{std::max(best->lower, value.lower), std::max(best->upper, value.upper)}
                : value;
  }
  return *best;
}

Bounds Solver::bound(const EdgeFlags& open, const Window& window, const Stop& stopped,
                     const std::function<void(const Bounds&)>& found) {
  check(graph_, open);
  const Bounds bounds = bound(settle(graph_, open), window, stopped, found);
  if (window.settles(bounds)) return bounds;
  return both(bounds, bound_by_moves(open, window, stopped));
}

std::optional<int> Solver::known_move(const EdgeFlags& open, int at_least) {
  check(graph_, open);
  for (int edge = 0; edge < graph_.edges(); ++edge) {
    if (!open[edge]) continue;
    const Bounds after = known(settle(graph_, without(open, edge)));
    if (bounds_of_move(completed_boxes(graph_, open, edge), after).lower >= at_least) return edge;
  }
  return {};
}

std::optional<NimValue> Solver::nim_value(const EdgeFlags& open, const Stop& stopped) {
  check(graph_, open);
  const Settled settled = settle(graph_, open);
  if (settled.handout != Handout::none) return NimValue{true, 0};
  const auto sum = decomposition_.sum_of(graph_, settled.open);
  if (!sum) return {};
  try {
    return NimValue{false, nim_search_.value(*sum, stopped)};
  } catch (const SearchStopped&) {
    return {};
  }
}

}  // namespace pipo::graph
