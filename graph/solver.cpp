#include "graph/solver.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "graph/search_stopped.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo::graph {
namespace {

// The share of the memory for nim-values.
constexpr std::size_t kNimShare = 4;

void check(const Graph& graph, const EdgeFlags& open) {
  if (open.size() != static_cast<std::size_t>(graph.edges())) {
    throw BadInput("a position needs one flag for each edge of the graph");
  }
}

Bounds of_move(int captures, const Bounds& after) {
  if (captures > 0) return {captures + after.lower, captures + after.upper};
  return {-after.upper, -after.lower};
}

}  // namespace

// The limits of one question.
class Solver::Clock {
 public:
  explicit Clock(const Limits& limits)
      : end_(steady_seconds() + limits.seconds), stopped_(limits.stopped) {}

  bool over() const { return (stopped_ && stopped_()) || steady_seconds() > end_; }

 private:
  double end_;
  std::function<bool()> stopped_;
};

bool Result::complete() const {
  return value.exact() &&
         std::ranges::all_of(moves, [](const Move& one) { return one.value.exact(); });
}

Solver::Solver(Graph graph, std::size_t memory_bytes)
    : graph_(std::move(graph)),
      search_(decomposition_, memory_bytes - memory_bytes / kNimShare),
      nim_search_(decomposition_, memory_bytes / kNimShare) {}

Bounds Solver::quiet_value(const EdgeFlags& quiet, int guess, const Clock& clock) {
  const auto sum = decomposition_.sum_of(graph_, quiet);
  if (!sum) {
    const int left = boxes_left(graph_, quiet);
    return {-left, left};
  }
  try {
    if (clock.over()) return search_.remembered(*sum);
    return Bounds::only(search_.value(*sum, guess, [&clock] { return clock.over(); }));
  } catch (const SearchStopped&) {
    return search_.remembered(*sum);
  }
}

Bounds Solver::value(const Settled& settled, int guess, const Clock& clock) {
  return settled.bounds(quiet_value(settled.open, guess, clock));
}

Bounds Solver::value(const EdgeFlags& open, const Limits& limits) {
  check(graph_, open);
  return value(settle(graph_, open), 0, Clock(limits));
}

Result Solver::solve(const EdgeFlags& open, const Limits& limits) {
  check(graph_, open);
  const Clock clock(limits);
  Result result;
  result.value = value(settle(graph_, open), 0, clock);
  // Moves that settle alike have the same value. It is near that of the position.
  std::map<EdgeFlags, Bounds> quiet;
  int guess = -result.value.lower;
  for (int edge = 0; edge < graph_.edges(); ++edge) {
    if (!open[edge]) continue;
    EdgeFlags next = open;
    next[edge] = false;
    const Settled after = settle(graph_, std::move(next));
    const auto [found, is_new] = quiet.try_emplace(after.open);
    if (is_new) found->second = quiet_value(after.open, guess, clock);
    if (found->second.exact()) guess = found->second.lower;
    const int captures = completed_boxes(graph_, open, edge);
    result.moves.push_back({edge, captures, of_move(captures, after.bounds(found->second))});
  }
  // The bounds of the moves give bounds of the position.
  if (!result.moves.empty() && !result.value.exact()) {
    Bounds best = result.moves.front().value;
    for (const Move& one : result.moves) {
      best = {std::max(best.lower, one.value.lower), std::max(best.upper, one.value.upper)};
    }
    result.value = {std::max(result.value.lower, best.lower),
                    std::min(result.value.upper, best.upper)};
  }
  for (const Move& one : result.moves) {
    if (result.value.exact() && one.value == result.value) result.best.push_back(one.edge);
  }
  return result;
}

std::optional<NimValue> Solver::nim_value(const EdgeFlags& open, const Limits& limits) {
  check(graph_, open);
  const Clock clock(limits);
  const Settled settled = settle(graph_, open);
  if (settled.handout != Handout::none) return NimValue{true, 0};
  const auto sum = decomposition_.sum_of(graph_, settled.open);
  if (!sum) return {};
  try {
    return NimValue{false, nim_search_.value(*sum, [&clock] { return clock.over(); })};
  } catch (const SearchStopped&) {
    return {};
  }
}

}  // namespace pipo::graph
