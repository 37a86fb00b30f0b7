#include "search/explain.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "pipopipette/rules.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/graph.hpp"
#include "search/graph_solver.hpp"

namespace pipo::graph {
namespace {

constexpr std::size_t kMemory = std::size_t{64} << 20;

// The longest time for the value of a loony endgame, in seconds.
constexpr double kLongest = 0.5;

}  // namespace

theory::Explanation explain(const Position& position, const ExplainLimits& limits) {
  Solver solver(graph_of(canonical(position).board), kMemory);
  const Deadline deadline(limits.seconds), soon(std::min(limits.seconds, kLongest));
  // Mirror images have one value.
  std::unordered_map<Position, std::optional<NimValue>> known;
  const auto nim_value = [&](const Position& of) {
    const auto [found, is_new] = known.try_emplace(canonical(of));
    if (is_new) {
      found->second = solver.nim_value(open_edges(found->first), [&] {
        return solver.nodes() >= limits.positions || deadline.over();
      });
    }
    return found->second;
  };
  const auto loony_value = [&](const Position& of) -> std::optional<int> {
    const Bounds value = solver.value(open_edges(canonical(of)), [&soon] { return soon.over(); });
    return value.exact() ? std::optional(-value.lower) : std::nullopt;
  };
  return theory::explain(position, {.nim_value = nim_value, .loony_value = loony_value});
}

}  // namespace pipo::graph
