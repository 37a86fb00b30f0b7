#include "graph/explain.hpp"

#include <algorithm>
#include <optional>

#include "graph/board_graph.hpp"
#include "graph/solver.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo::graph {
namespace {

constexpr std::size_t kMemory = std::size_t{64} << 20;

// The longest time for the value of a loony endgame, if no shorter one is given, in seconds.
constexpr double kLongest = 0.5;

}  // namespace

theory::Explanation explain(const Position& position, theory::ExplainOptions options) {
  if (position.board.is_small()) return theory::explain(position, options);
  Solver solver(graph_of(position.board), kMemory);
  const double begin = steady_seconds();
  const auto left = [&](double seconds) { return seconds - (steady_seconds() - begin); };
  options.nim_value = [&](const Position& of) {
    const auto too_many = [&] {
      return solver.nodes() > kNimstringFactor * options.nimstring_limit;
    };
    return solver.nim_value(open_edges(of), {left(options.nimstring_seconds), too_many});
  };
  options.loony_value = [&](const Position& of) -> std::optional<int> {
    const double seconds = std::min(options.nimstring_seconds, kLongest);
    const Bounds value = solver.value(open_edges(of), {.seconds = left(seconds)});
    return value.exact() ? std::optional(-value.lower) : std::nullopt;
  };
  return theory::explain(position, options);
}

}  // namespace pipo::graph
